import type { Response } from '../../contract/endpoint.ts';
import { unlockByAccount, unlockKiosk } from '../../contract/kiosk.ts';
import {
  changeOwnPin,
  listKioskPeople,
  listPins,
  pinLimit,
  removePin,
  resetPin,
  setPin,
} from '../../contract/pins.ts';
import type { Person } from '../../domain/crew/crew.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { parsePin } from '../../domain/team/pin.ts';
import type { SecurityEventType } from '../../domain/team/security-event.ts';
import { mayRunTheDay } from '../../domain/team/user.ts';
import type { EventSource } from '../accounts/security-log.ts';
import type { PairedDevice, StoredPin } from '../database/store.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import type { AnyCaller } from '../door/guard.ts';
import { waitOf } from '../door/rate-limit.ts';
import { newId } from '../id.ts';

type Proved = Awaited<ReturnType<Parts['kiosks']['pinOf']>>;

/** A manager who says something about a person's PIN. */
interface Request extends EventSource {
  readonly caller: AnyCaller;
  readonly params: { readonly team: string; readonly person: string };
}

/** What entries of the security log say of a person of the crew: deleting them finds these by the id. */
const about = ({ id, name }: Person) => ({ person: name, whose: id });

/** PINs, which managers give to people of the crew, and what people do with them at a kiosk. */
export function serveKiosk(serve: Serve, parts: Parts): void {
  const { accounts, paired, kiosks, pinHash, connections, securityLog, now } = parts;
  const { pins } = parts.store;

  /** Counts the try, and forgets that again if the PIN is right. */
  async function prove(
    device: PairedDevice,
    { person: named, pin: typed }: { readonly person: string; readonly pin: string },
    source: EventSource,
  ): Promise<Outcome<NonNullable<Proved>>> {
    const { team, kind } = device;
    const found = await kiosks.pinOf(team, named);
    if (!found || !(await kiosks.mayUsePin(team, found))) return refuse('pin-missing');
    const { person, pin } = found;
    const of = { team, device: device.id, person: pin.person };
    const started = await pins.startTry(of, now());
    const checked = started.isAllowed && pinHash.isRight(pin, typed.trim(), pin.hash);
    const isRight =
      checked &&
      (await checked.catch(async (error: unknown) => {
        // Too many wait for their turn: nobody looked at this PIN.
        await pins.takeBack(of);
        throw error;
      }));
    if (isRight) {
      await pins.wasRight(of);
      return done(found);
    }
    const details = { kind, name: device.name, ...about(person) };
    const event = { team, details, subject: JSON.stringify([device.id, person.id]) };
    securityLog.recordLater({ ...event, type: 'pin-refused' }, source);
    if (started.isAllowed && started.isLast) {
      securityLog.recordLater({ ...event, type: 'pin-locked' }, source);
    }
    if (started.isLastOnDevice) {
      const stopped = { team, details: { kind, name: device.name }, subject: device.id };
      securityLog.recordLater({ ...stopped, type: 'device-pins-stopped' }, source);
    }
    if (started.isAllowed) return refuse('pin-wrong', { field: 'pin' });
    if (started.wait === null) return refuse('pin-locked', { field: 'pin' });
    return refuse('pin-wait', { field: 'pin', details: waitOf(Math.ceil(started.wait / 1_000)) });
  }

  serve(listKioskPeople, async ({ caller, params: { team }, role }) => {
    // Viewers don't see the crew, nor does a tablet that strangers may reach.
    if (!mayRunTheDay(role)) return done({ people: [] });
    const [people, locked] = await Promise.all([
      kiosks.peopleWithPin(team),
      pins.lockedOf(team, now(), caller.paired?.id),
    ]);
    const shown: Response<typeof listKioskPeople>['people'] = [];
    for (const each of people) {
      if (!(await kiosks.mayUsePin(team, each))) continue;
      const { person, ids, pin } = each;
      const { id, name } = person;
      shown.push({ person: id, name, ids: [...ids], setAt: pin.setAt, isLocked: locked.has(pin.person) });
    }
    return done({ people: shown });
  });

  serve(unlockKiosk, async ({ caller, body, ...source }) => {
    if (!caller.paired) return refuse('not-allowed');
    const proved = await prove(caller.paired, body, source);
    if (!proved.ok) return proved;
    const { pin } = proved.value;
    if (!pinHash.isCurrent(pin.hash)) {
      await pins.replace(pin, { hash: await pinHash.make(pin, body.pin.trim()), setAt: pin.setAt });
    }
    const unlocked = await kiosks.unlockByPin(caller.paired, pin, now());
    return unlocked ? done(unlocked) : refuse('pin-missing');
  });

  /** The session that proved it ends: the tablet stays everybody's. */
  serve(unlockByAccount, async ({ caller, cookie, params: { team }, setCookies }) => {
    if (caller.session === null || cookie === undefined) return refuse('token-too-narrow');
    const device = (await paired.identify(cookie))?.paired;
    const isKiosk = device?.kind === 'kiosk';
    const user = caller.user.id;
    const since = isKiosk ? await accounts.countSignOuts(user) : 0;
    const isSignedIn = await accounts.isSessionAlive(caller.session);
    if (isKiosk || (await accounts.isBrief(caller.session))) {
      setCookies(await accounts.signOut(cookie));
      connections.signedOut(caller.session);
    }
    if (!isKiosk || device.team !== team || !mayRunTheDay(device.role)) return refuse('not-allowed');
    const unlocked = isSignedIn && (await kiosks.unlockByAccount(device, { user, since }, now()));
    return unlocked ? done(unlocked) : refuse('signed-out');
  });

  serve(changeOwnPin, async ({ caller, body, ...source }) => {
    if (!caller.paired) return refuse('not-allowed');
    const next = parsePin(body.next, 'next');
    if (!next.ok) return next;
    const proved = await prove(caller.paired, body, source);
    if (!proved.ok) return proved;
    const { pin, person } = proved.value;
    const { team, kind, name } = caller.paired;
    const details = { kind, name, ...about(person) };
    const entry = securityLog.entry({ type: 'pin-changed', team, details }, source);
    const hash = await pinHash.make(pin, next.value);
    const replaced = await pins.replace(pin, { hash, setAt: now() }, entry);
    return replaced ? done({}) : refuse('too-busy');
  });

  const list = async (team: string) => {
    const [all, locked] = await Promise.all([kiosks.peopleWithPin(team), pins.lockedOf(team, now())]);
    return done({
      pins: all.map(({ pin, person }) => ({
        person: person.id,
        role: pin.role,
        setAt: pin.setAt,
        isLocked: locked.has(pin.person),
      })),
    });
  };

  const entryOf = (type: SecurityEventType, person: Person, { caller, params, ...source }: Request) =>
    securityLog.entry({ type, by: caller.user.id, team: params.team, details: about(person) }, source);

  serve(listPins, ({ params }) => list(params.team));

  serve(setPin, async (request) => {
    const { caller, params, body } = request;
    // Whoever sets a PIN can be taken for its person.
    if (caller.token) return refuse('token-too-narrow');
    const pin = parsePin(body.pin, 'pin');
    if (!pin.ok) return pin;
    const { team } = params;
    const owner = await kiosks.ownerOf(team, params.person);
    if (!owner) return refuse('person-missing');
    const { person, ids, account } = owner;
    const whose = { team, person: person.id };
    // The account's role counts, and is not to stay behind once it is another one.
    const role = account === null ? body.role : 'viewer';
    const stored: StoredPin = {
      ...{ ...whose, role, stamp: newId(), setAt: now() },
      hash: await pinHash.make(whose, pin.value),
    };
    const entry = entryOf('pin-set', person, request);
    const set = await pins.set(stored, { ids, by: caller.user.id, limit: pinLimit, entry });
    if (set === 'too-many') return refuse('too-many', { details: { max: pinLimit } });
    return set === 'set' ? list(team) : refuse('not-allowed');
  });

  serve(resetPin, async (request) => {
    const { caller, params } = request;
    if (caller.token) return refuse('token-too-narrow');
    const found = await kiosks.pinOf(params.team, params.person);
    if (found) {
      const entry = entryOf('pin-reset', found.person, request);
      await pins.allowTries(params.team, found.ids, entry);
    }
    return list(params.team);
  });

  serve(removePin, async (request) => {
    const { caller, params } = request;
    if (caller.token) return refuse('token-too-narrow');
    const found = await kiosks.pinOf(params.team, params.person);
    if (found) {
      const entry = entryOf('pin-removed', found.person, request);
      await pins.remove(params.team, found.ids, entry);
    }
    return list(params.team);
  });
}
