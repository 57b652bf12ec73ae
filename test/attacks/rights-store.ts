import { register, signIn } from '../../contract/account.ts';
import {
  approvePairing,
  createDeviceLink,
  openDeviceLink,
  pollPairing,
  startPairing,
} from '../../contract/devices.ts';
import { changeDocument, getDocument } from '../../contract/documents.ts';
import { unlockByAccount, unlockKiosk } from '../../contract/kiosk.ts';
import { setPin } from '../../contract/pins.ts';
import { getPush, switchPushOn } from '../../contract/push.ts';
import { saveConnection } from '../../contract/schedule.ts';
import { acceptInvitation, createInvitation } from '../../contract/teams.ts';
import { createToken } from '../../contract/tokens.ts';
import type { Change } from '../../domain/change/change.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import type { Role, User } from '../../domain/team/user.ts';
import { newId } from '../../server/id.ts';
import { buildLayout, buildShift, buildTemplate } from '../builders.ts';
import type { CalendarStandIn } from '../providers/calendar.ts';
import type { PushService } from '../providers/push-service.ts';
import { type Answer, newTeam, person, type Visitor, visit } from '../servers/running-server.ts';

/** The restaurant's server, which is at another address after each start, and what is around it. */
export interface Surroundings {
  readonly address: () => string;
  readonly calendar: CalendarStandIn;
  readonly push: PushService;
  readonly minutesPass: (minutes: number) => void;
  readonly now: () => number;
  /** Manages every team, with an authenticator app. */
  readonly owner: Browser;
  /** Accounts in no team. */
  readonly strangers: readonly Browser[];
}

/** Cookies outlive the server. */
export type Browser = Map<string, string>;

/** Before anything has ended. */
export interface Terms {
  /** What Dana may do with her account. */
  readonly role: Role;
  /** The account is that of the person who has the PIN. */
  readonly isLinked: boolean;
  /** The invite link is for one person. */
  readonly isInviteOnce: boolean;
}

/** A team, and Dana with every way in that a person can have: each is opened, and some of them in her name. */
export type RightsStore = Awaited<ReturnType<typeof openStore>>;

export const day = 'day';
export const template = 'weekday';
export const pin = '2580';
/** The person of the crew whose PIN it is, and one whom nothing happens to. */
export const dana = 'dana';
export const robin = 'robin';

let people = 0;
let stores = 0;

/** In New York, where all of this is. */
export const minuteAt = (now: number): number => Math.floor(now / 60_000) - 300;
export const dateAt = (now: number): string => new Date(minuteAt(now) * 60_000).toISOString().slice(0, 10);

export async function signUp(at: Visitor, name: string): Promise<User> {
  const email = `${name.toLowerCase()}.${++people}@example.com`;
  const { user } = must(await at.call(register, { body: person(name, email) }));
  if (!user) throw new Error(`${email} is not signed in.`);
  return user;
}

export function must<Value>({ status, text, value }: Answer<Value>): Value {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return value;
}

export async function openStore(around: Surroundings, { role, isLinked, isInviteOnce }: Terms) {
  const number = ++stores;
  const today = dateAt(around.now());
  const { password } = person('');
  const at = (browser: Browser, always: Record<string, string> = {}) =>
    visit(around.address(), browser, always);
  const owner = () => at(around.owner);
  const browsers = { dana: new Map(), elsewhere: new Map(), tablet: new Map(), wall: new Map() } as const;
  const name = `Store ${number}`;
  const team = await newTeam(owner(), { name });

  const ownersChange = async (document: string, change: Change, id = newId()) =>
    owner().call(changeDocument, { params: { team, document }, body: { id, change } });

  must(await ownersChange(template, { type: 'template.create', template: buildTemplate() }));
  const layout = buildLayout({ date: today, shifts: [buildShift('s1', '9:00 AM', '5:00 PM')] });
  must(await ownersChange(day, { type: 'layout.create', layout }));
  const inviteBy = async (by: Visitor, made: { readonly role: Role; readonly once: boolean }) =>
    must(await by.call(createInvitation, { params: { team }, body: { days: 7, ...made } }));

  const { id: user, email } = await signUp(at(browsers.dana), 'Dana');
  const joining = await inviteBy(owner(), { role, once: true });
  must(await at(browsers.dana).call(acceptInvitation, { params: { token: joining.token } }));
  // Made when it is first looked at.
  must(await owner().call(getDocument, { params: { team, document: crewDocument } }));
  const crew: Change[] = [
    { type: 'person.add', person: newPerson(dana, 'Dana Reyes') },
    { type: 'person.add', person: newPerson(robin, 'Robin Park') },
  ];
  if (isLinked) crew.push({ type: 'person.link', person: dana, account: user });
  must(await ownersChange(crewDocument, { type: 'batch', changes: crew } as Change));

  const terms = { name: 'Printer', scope: 'write', team: null, days: 7, password } as const;
  const token = must(await at(browsers.dana).call(createToken, { body: terms }));
  const inviter = role === 'manager' ? at(browsers.dana) : owner();
  const invite = await inviteBy(inviter, { role: 'viewer', once: isInviteOnce });

  const link = must(
    await owner().call(createDeviceLink, { params: { team }, body: { name: 'TV', area: null } }),
  );
  must(await at(browsers.wall).call(openDeviceLink, { body: { secret: link.secret } }));
  // A network address can start so many pairings a minute.
  around.minutesPass(1);
  const shown = must(await at(browsers.tablet).call(startPairing, { body: { kind: 'kiosk' } }));
  const tablet = { code: shown.userCode, name: 'Tablet', area: null, role: 'lead' } as const;
  const paired = must(await owner().call(approvePairing, { params: { team }, body: tablet }));
  must(await at(browsers.tablet).call(pollPairing, { body: { deviceCode: shown.deviceCode } }));

  const given = { pin, role: 'lead' } as const;
  must(await owner().call(setPin, { params: { team, person: dana }, body: given }));
  const unlocked = await at(browsers.tablet).call(unlockKiosk, {
    params: { team },
    body: { person: dana, pin },
  });
  const { assertion } = must(unlocked);
  must(await at(browsers.tablet).call(signIn, { body: { email, password, kiosk: true } }));
  const byAccount = must(await at(browsers.tablet).call(unlockByAccount, { params: { team } })).assertion;

  const feed = {
    ...{ settings: { address: around.calendar.feed }, location: null, timeZone: 'America/New_York' },
    ...{ everyMinutes: null, takesAlone: false },
  };
  must(await owner().call(saveConnection, { params: { team, provider: 'ics' }, body: feed }));

  const { publicKey } = must(await owner().call(getPush, { params: { team }, query: {} }));
  async function turnOnPush(by: Visitor, browser: string): Promise<string> {
    const subscription = around.push.subscribe(browser);
    const about = role === 'viewer' ? 'mine' : 'all';
    must(await by.call(switchPushOn, { params: { team }, body: { ...subscription, publicKey, about } }));
    return subscription.endpoint;
  }
  const pushEndpoint = await turnOnPush(at(browsers.dana), `dana-${number}`);
  await turnOnPush(owner(), `owner-${number}`);

  return {
    team,
    name,
    number,
    today,
    user,
    email,
    password,
    token,
    invite,
    assertion,
    byAccount,
    pushEndpoint,
    secretOfLink: link.secret,
    wallId: link.device.id,
    tabletId: paired.device.id,
    at,
    owner,
    ownersChange,
    /** A copy of the cookie, which no answer of the server reaches. */
    copied: new Map(browsers.dana),
    dana: () => at(browsers.dana),
    stranger: (index: number) => at(around.strangers[index] ?? new Map()),
    tablet: () => at(browsers.tablet),
    wall: () => at(browsers.wall),
    byToken: () => at(new Map(), { authorization: `Bearer ${token.secret}` }),
    /** Dana at another browser. */
    async elsewhere(): Promise<Visitor> {
      const other = at(browsers.elsewhere);
      must(await other.call(signIn, { body: { email, password } }));
      return other;
    },
  };
}
