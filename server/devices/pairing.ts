import { randomInt } from 'node:crypto';
import {
  approvePairing,
  changeDevice,
  createDeviceLink,
  type DeviceRow,
  denyPairing,
  findPairing,
  listDevices,
  openDeviceLink,
  pairingLife,
  pairPath,
  pollEvery,
  pollPairing,
  revokeDevice,
  startPairing,
} from '../../contract/devices.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import {
  codeLength,
  codeLetters,
  type DeviceKind,
  type DeviceTerms,
  deviceLimit,
  parseCode,
  parseDevice,
} from '../../domain/team/device.ts';
import type { SecurityEventType } from '../../domain/team/security-event.ts';
import { fullName } from '../../domain/team/user.ts';
import type { EventSource } from '../accounts/security-log.ts';
import { originForOthers, originForScreens } from '../address.ts';
import type { NewDevice } from '../database/device-tables.ts';
import type { PairedDevice, StoredPairing } from '../database/store.ts';
import { deviceNameOf } from '../door/device-name.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import type { AnyCaller } from '../door/guard.ts';
import { hashOf, newId, newSecret } from '../id.ts';
import { deviceCookie, shownDevice } from './devices.ts';

/** Codes that a device can be given by chance are all taken only if something is wrong. */
const MOST_DRAWS = 10;
/** New codes a minute of one network address: televisions of a store share one. */
const MOST_STARTS = 30;
/** Wrong codes a minute, of one person and of one network address. */
const MOST_WRONG = 5;
/** In milliseconds: how soon a device may ask again, a little sooner than it is told. */
const SHORTEST_WAIT = (pollEvery - 1) * 1_000;

/** A manager who says something about the devices of a team. */
interface Request extends EventSource {
  readonly caller: AnyCaller;
  readonly params: { readonly team: string };
}

/** Pairing as in RFC 8628, links, and what managers do with devices. */
export function serveDevices(serve: Serve, parts: Parts): void {
  const { config, connections, documents, accounts, securityLog, createLimit, now } = parts;
  const { devices } = parts.store;
  const starts = createLimit(MOST_STARTS);
  const wrongCodes = createLimit(MOST_WRONG);
  const polls = createLimit(1, SHORTEST_WAIT);
  const originOf = (request: { readonly origin: string }) =>
    config.publicUrl?.origin ?? originForOthers([request.origin, parts.plainOrigin]);
  const originToPair = ({ origin }: { readonly origin: string }) =>
    config.publicUrl?.origin ?? originForScreens(origin, parts.plainOrigin);

  serve(startPairing, async ({ body: { kind }, browser, place, ...request }) => {
    if (!starts.add(place)) return refuse('too-many-requests');
    const deviceCode = newSecret();
    const times = { startedAt: now(), expiresAt: now() + pairingLife };
    const pairing = { deviceHash: hashOf(deviceCode), kind, browser: deviceNameOf(browser), place, ...times };
    for (let draw = 0; draw < MOST_DRAWS; draw++) {
      const userCode = drawCode();
      const started = await devices.startPairing({ ...pairing, userCode });
      if (started === 'code-taken') continue;
      const { expiresAt } = times;
      const where = { path: `${pairPath}#${userCode}`, origin: originOf(request) };
      return done({ deviceCode, userCode, ...where, expiresAt, interval: pollEvery });
    }
    return refuse('too-busy');
  });

  serve(pollPairing, async ({ body, setCookies }) => {
    const deviceHash = hashOf(body.deviceCode);
    if (!polls.add(deviceHash)) return done({ state: 'slow-down', interval: pollEvery * 2 });
    const secret = newSecret();
    const found = await devices.collect(deviceHash, now(), hashOf(secret));
    if (typeof found === 'string') return done({ state: found, interval: pollEvery });
    setCookies([deviceCookie(secret)]);
    return done({ state: 'granted', interval: pollEvery, device: shownDevice(found) });
  });

  serve(openDeviceLink, async ({ body: { secret }, setCookies }) => {
    const device = await devices.ofSecret(hashOf(secret));
    if (!device) return refuse('device-link-invalid');
    setCookies([deviceCookie(secret)]);
    return done({ device: shownDevice(device) });
  });

  /** Counted before it is looked up, so that many at once are not tried before the first is counted. */
  async function withCode<Value>(
    { caller, place, body }: { caller: AnyCaller; place: string; body: { code: string } },
    work: (code: string) => Promise<Outcome<Value> | null>,
  ): Promise<Outcome<Value>> {
    const keys = [`person ${caller.user.id}`, `place ${place}`];
    if (keys.some((key) => wrongCodes.isFull(key))) return refuse('too-many-requests');
    for (const key of keys) wrongCodes.add(key);
    const code = parseCode(body.code);
    const outcome = code === '' ? null : await work(code);
    if (outcome === null) return refuse('pairing-code-wrong', { field: 'code' });
    for (const key of keys) wrongCodes.takeBack(key);
    return outcome;
  }

  serve(findPairing, (request) =>
    withCode(request, async (code) => {
      const found = await devices.findPairing(code, now());
      return found && done(shownPairing(found));
    }),
  );

  serve(approvePairing, (request) =>
    withCode(request, async (code) => {
      const found = await devices.findPairing(code, now());
      if (!found) return null;
      // Nobody has this secret: the device gets one when it asks.
      const made = await newDevice(request, { kind: found.kind, terms: request.body, secret: newSecret() });
      if (!made.ok) return made;
      const approved = await devices.approve(code, now(), made.value);
      if (approved === 'missing') return null;
      if (approved !== 'added') return refuseNew(approved);
      connections.listed(request.params.team);
      return done({ device: shownDevice(made.value.device) });
    }),
  );

  serve(denyPairing, (request) =>
    withCode(request, async (code) =>
      (await devices.deny(code, now(), request.params.team)) ? done({}) : null,
    ),
  );

  async function parse(team: string, kind: DeviceKind, terms: DeviceTerms): Promise<Outcome<DeviceTerms>> {
    const body = (await documents.read({ team, document: team }))?.body;
    return body?.kind === 'team' ? parseDevice(kind, terms, body.areas) : refuse('not-found');
  }

  async function newDevice(
    request: Request,
    { kind, terms, secret }: { kind: DeviceKind; terms: DeviceTerms; secret: string },
    type: SecurityEventType = 'device-paired',
  ): Promise<Outcome<NewDevice>> {
    const { team } = request.params;
    const parsed = await parse(team, kind, terms);
    if (!parsed.ok) return parsed;
    const by = request.caller.user.id;
    const device = {
      team,
      id: newId(),
      kind,
      ...parsed.value,
      createdBy: by,
      createdAt: now(),
      lastSeenAt: null,
    };
    return done({
      device,
      secretHash: hashOf(secret),
      limit: deviceLimit,
      entry: entryOf(type, device, request),
    });
  }

  const entryOf = (
    type: SecurityEventType,
    { team, kind, name, role }: Pick<PairedDevice, 'team' | 'kind' | 'name' | 'role'>,
    request: Request,
  ) => securityLog.entry({ type, by: request.caller.user.id, team, details: { kind, name, role } }, request);

  async function rowsOf(all: readonly PairedDevice[]): Promise<DeviceRow[]> {
    const people = await accounts.people([...new Set(all.map(({ createdBy }) => createdBy))]);
    const names = new Map(people.map((user) => [user.id, fullName(user)]));
    return all.map((device) => {
      const { role, createdBy, createdAt, lastSeenAt } = device;
      const by = { by: names.get(createdBy) ?? '', byUser: createdBy };
      return { ...shownDevice(device), role, ...by, createdAt, lastSeenAt };
    });
  }

  const list = async (team: string) => ({ devices: await rowsOf(await devices.ofTeam(team)) });

  serve(listDevices, async (request) =>
    done({ ...(await list(request.params.team)), origin: originToPair(request) }),
  );

  serve(createDeviceLink, async (request) => {
    const secret = newSecret();
    const terms = { ...request.body, role: 'viewer' } as const;
    const made = await newDevice(request, { kind: 'wall', terms, secret }, 'device-link-created');
    if (!made.ok) return made;
    const added = await devices.add(made.value);
    if (added !== 'added') return refuseNew(added);
    connections.listed(request.params.team);
    const [device] = await rowsOf([made.value.device]);
    return device ? done({ device, secret, origin: originToPair(request) }) : refuse('internal');
  });

  serve(changeDevice, async (request) => {
    const { team, device: id } = request.params;
    const before = await devices.find(team, id);
    if (!before) return refuse('not-found');
    const parsed = await parse(team, before.kind, request.body);
    if (!parsed.ok) return parsed;
    const entry = entryOf('device-changed', { ...before, ...parsed.value }, request);
    const changed = await devices.change(team, id, parsed.value, entry);
    if (changed === 'missing') return refuse('not-found');
    if (changed === 'name-taken') return refuse('name-taken', { field: 'name' });
    connections.deviceChanged(id);
    connections.listed(team);
    return done(await list(team));
  });

  serve(revokeDevice, async (request) => {
    const { team, device: id } = request.params;
    await devices.remove(team, id, (removed) => entryOf('device-revoked', removed, request));
    connections.deviceChanged(id);
    connections.listed(team);
    return done(await list(team));
  });
}

const drawCode = (): string =>
  Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('');

const shownPairing = ({ kind, browser, startedAt }: StoredPairing) => ({ kind, browser, startedAt });

function refuseNew(why: 'too-many' | 'name-taken' | 'not-allowed'): Outcome<never> {
  if (why === 'too-many') return refuse('too-many', { details: { max: deviceLimit } });
  return why === 'name-taken' ? refuse('name-taken', { field: 'name' }) : refuse('not-allowed');
}
