import {
  changePassword,
  deleteAccount,
  endSession,
  getSecurity,
  resetPassword,
  signOut,
  signOutOthers,
} from '../../contract/account.ts';
import { deletePerson } from '../../contract/crew.ts';
import { changeDevice, revokeDevice } from '../../contract/devices.ts';
import { getMe } from '../../contract/me.ts';
import { linkMe, unlinkMe } from '../../contract/mine.ts';
import { changeOwnPin, removePin, setPin } from '../../contract/pins.ts';
import { switchPushOff } from '../../contract/push.ts';
import { removeConnection } from '../../contract/schedule.ts';
import {
  changeRole,
  deleteTeam,
  leaveTeam,
  removeMember,
  revokeInvitation,
  setTeamSecurity,
} from '../../contract/teams.ts';
import { revokeToken } from '../../contract/tokens.ts';
import type { Change } from '../../domain/change/change.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { deviceOf } from '../../server/teams/push.ts';
import { linkFor } from '../servers/reset-link.ts';
import { joinTeam } from '../servers/team-members.ts';
import { dana, day, must, pin, type RightsStore, robin, type Terms, template } from './rights-store.ts';
import type { Act, waysIn } from './ways-in.ts';

type Name = keyof typeof waysIn;

export interface Ending extends Partial<Terms> {
  /** How it ends; `around` has what a team can't do. */
  end(store: RightsStore, around: EndingHelp): Promise<unknown>;
  /** What a way in is still good for, which is less than before. */
  readonly ends: Partial<Record<Name, readonly Act[]>>;
  /** Those that go on as before, by the reason. */
  readonly keeps: Readonly<Record<string, readonly Name[]>>;
  /** Those that are not tried, by the reason. */
  readonly apart?: Readonly<Record<string, readonly Name[]>>;
}

export interface EndingHelp {
  readonly dataDir: string;
  minutesPass(minutes: number): void;
  /** Somebody who is in no team yet. */
  newcomer(): Promise<ReturnType<RightsStore['dana']>>;
  /** Uses the owner's session, which would end otherwise. */
  keepOwner(): Promise<unknown>;
}

const nothing: readonly Act[] = [];

/** Reasons why a way in goes on. */
const teams = 'it belongs to the team';
const accounts = 'it is the account’s, which stays a member';
const otherProof = 'it was proved in another way';
const invited = 'a link works for whoever has it';
const capped = 'nobody may do more than a lead there';
const crews = 'it is the person’s, of whom the crew says the same';

const teamsOwn = ['television', 'tablet', 'device link', 'calendar'] as const;
const byPin = ['PIN', 'who is at the tablet, by PIN', 'change that waits on the tablet'] as const;
const bySession = ['session', 'open page', 'change that waits', 'notification'] as const;
const byAccount = 'who is at the tablet, by account';
const dead = (names: readonly Name[]): Partial<Record<Name, readonly Act[]>> =>
  Object.fromEntries(names.map((name) => [name, nothing]));

const inCrew = async (store: RightsStore, change: Change) =>
  must(await store.ownersChange(crewDocument, change));
const ofDana = ({ team }: RightsStore) => ({ params: { team, person: dana } });
const ofMember = ({ team, user }: RightsStore) => ({ params: { team, user } });

/** Dana is not a member anymore. */
const notMember: Pick<Ending, 'ends' | 'keeps'> = {
  ends: dead([...bySession, 'access token', ...byPin, byAccount, 'invite link']),
  keeps: { [teams]: teamsOwn },
};

/** Dana was signed out at the browser that she had. */
const signedOut: Pick<Ending, 'ends' | 'keeps'> = {
  ends: dead(bySession),
  keeps: {
    [teams]: teamsOwn,
    [otherProof]: ['access token', ...byPin, byAccount],
    [invited]: ['invite link'],
  },
};

/** And at all others. */
const signedOutEverywhere: Pick<Ending, 'ends' | 'keeps'> = {
  ends: dead([...bySession, byAccount]),
  keeps: {
    [teams]: teamsOwn,
    [otherProof]: ['access token', ...byPin],
    [invited]: ['invite link'],
  },
};

const withNewPassword: Pick<Ending, 'ends' | 'keeps'> = {
  ends: { ...signedOutEverywhere.ends, 'access token': nothing },
  keeps: { ...signedOutEverywhere.keeps, [otherProof]: byPin },
};

/** What is known of who is at the tablet is over, and all else goes on. */
const notByPin: Pick<Ending, 'ends' | 'keeps'> = {
  ends: dead(byPin),
  keeps: {
    [teams]: teamsOwn,
    [accounts]: [...bySession, 'access token', byAccount],
    [invited]: ['invite link'],
  },
};

/** The account isn't anybody of the crew anymore: nobody's break is her own. */
const unlinked: Pick<Ending, 'ends' | 'keeps'> = {
  ends: { ...dead(byPin), notification: ['others'] },
  keeps: {
    [teams]: teamsOwn,
    [accounts]: ['session', 'open page', 'change that waits', 'access token', byAccount],
    [invited]: ['invite link'],
  },
};

const allKept: Ending['keeps'] = {
  [teams]: teamsOwn,
  [accounts]: [...bySession, 'access token', byAccount],
  [crews]: byPin,
  [invited]: ['invite link'],
};

/** All but some. */
const keptBut = (...ended: readonly Name[]): Ending['keeps'] =>
  Object.fromEntries(
    Object.entries(allKept).map(([reason, names]) => [reason, names.filter((name) => !ended.includes(name))]),
  );

export const endings: Readonly<Record<string, Ending>> = {
  'the member is removed': {
    end: async (store) => must(await store.owner().call(removeMember, ofMember(store))),
    ...notMember,
  },
  'the member leaves': {
    end: async ({ dana, team }) => must(await dana().call(leaveTeam, { params: { team } })),
    ...notMember,
  },
  'the account is deleted': {
    end: async ({ dana, password }) => must(await dana().call(deleteAccount, { body: { password } })),
    ...notMember,
  },
  'a manager becomes a lead': {
    end: async (store) =>
      must(await store.owner().call(changeRole, { ...ofMember(store), body: { role: 'lead' } })),
    ends: {
      session: ['read', 'run', 'crew', 'lay'],
      'open page': ['read', 'crew', 'run'],
      'access token': ['read', 'run', 'crew'],
      'change that waits': ['run'],
      'invite link': nothing,
    },
    keeps: { [teams]: teamsOwn, [capped]: [...byPin, byAccount], 'leads are told': ['notification'] },
  },
  'a lead becomes a viewer': {
    role: 'lead',
    end: async (store) =>
      must(await store.owner().call(changeRole, { ...ofMember(store), body: { role: 'viewer' } })),
    ends: {
      session: ['read'],
      'open page': ['read'],
      'access token': ['read'],
      'change that waits': nothing,
      ...dead([...byPin, byAccount]),
      notification: ['own'],
    },
    keeps: { [teams]: teamsOwn, [invited]: ['invite link'] },
  },
  'a second factor is required of managers': {
    end: async ({ owner, team }) =>
      must(await owner().call(setTeamSecurity, { params: { team }, body: { requiresSecondFactor: true } })),
    ends: {
      session: ['read', 'run', 'crew', 'lay'],
      'open page': ['read', 'crew', 'run'],
      'access token': ['read', 'run', 'crew'],
      'change that waits': ['run'],
    },
    keeps: {
      [teams]: teamsOwn,
      [capped]: [...byPin, byAccount],
      'leads are told': ['notification'],
      [invited]: ['invite link'],
    },
  },
  'the member signs out': {
    end: async ({ dana }) => must(await dana().call(signOut, {})),
    ...signedOut,
  },
  'one of the member’s devices is signed out': {
    async end(store) {
      const elsewhere = await store.elsewhere();
      const { sessions } = must(await elsewhere.call(getSecurity, {}));
      const session = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
      must(await elsewhere.call(endSession, { params: { session } }));
    },
    ...signedOut,
  },
  'the member signs out everywhere else': {
    end: async (store) => must(await (await store.elsewhere()).call(signOutOthers, {})),
    ...signedOutEverywhere,
  },
  'the password is changed': {
    async end(store) {
      const body = { current: store.password, next: 'another good one', revokeTokens: true };
      must(await (await store.elsewhere()).call(changePassword, { body }));
    },
    ...withNewPassword,
  },
  'the password is reset': {
    async end({ at, email }, { dataDir }) {
      const token = await linkFor({ dataDir }, email);
      must(await at(new Map()).call(resetPassword, { body: { token, password: 'another good one' } }));
    },
    ...withNewPassword,
  },
  'the token is revoked': {
    end: async ({ dana, token: { id } }) => must(await dana().call(revokeToken, { params: { id } })),
    ends: dead(['access token']),
    keeps: keptBut('access token'),
  },
  'the tablet is revoked': {
    end: async ({ owner, team, tabletId: device }) =>
      must(await owner().call(revokeDevice, { params: { team, device } })),
    ends: dead(['tablet', ...byPin, byAccount]),
    keeps: keptBut('tablet', ...byPin, byAccount),
  },
  'the tablet becomes a viewer’s': {
    async end({ owner, team, tabletId: device }) {
      const body = { name: 'Tablet', area: null, role: 'viewer' } as const;
      must(await owner().call(changeDevice, { params: { team, device }, body }));
    },
    ends: { tablet: ['read'], ...dead([...byPin, byAccount]) },
    keeps: keptBut('tablet', ...byPin, byAccount),
  },
  'the television is revoked': {
    end: async ({ owner, team, wallId: device }) =>
      must(await owner().call(revokeDevice, { params: { team, device } })),
    ends: dead(['television', 'device link']),
    keeps: keptBut('television', 'device link'),
  },
  'the invite link is revoked': {
    end: async ({ owner, team, invite: { id } }) =>
      must(await owner().call(revokeInvitation, { params: { team, id } })),
    ends: dead(['invite link']),
    keeps: keptBut('invite link'),
  },
  'the invite link is used': {
    isInviteOnce: true,
    // by whoever tried it before
    end: async () => {},
    ends: dead(['invite link']),
    keeps: keptBut('invite link'),
  },
  '‘This isn’t me’': {
    end: async ({ dana, team }) => must(await dana().call(unlinkMe, { params: { team } })),
    ...unlinked,
  },
  'a manager unlinks the person': {
    end: (store) => inCrew(store, { type: 'person.link', person: dana, account: null }),
    ...unlinked,
  },
  'the person is linked to another account': {
    async end(store, { newcomer }) {
      const other = await newcomer();
      await joinTeam(store.owner(), store.team, 'lead', other);
      const account = must(await other.call(getMe, {})).user?.id ?? '';
      await inCrew(store, { type: 'person.link', person: dana, account });
    },
    ...unlinked,
  },
  'a viewer says ‘This is me’ of a person with a PIN': {
    isLinked: false,
    async end({ owner, team }, { newcomer }) {
      const viewer = await newcomer();
      await joinTeam(owner(), team, 'viewer', viewer);
      await viewer.call(linkMe, { params: { team }, body: { person: dana } });
    },
    ends: {},
    keeps: allKept,
  },
  'the person is deleted': {
    end: async (store) => must(await store.owner().call(deletePerson, ofDana(store))),
    ...unlinked,
  },
  'the person is merged into another': {
    end: (store) => inCrew(store, { type: 'person.merge', from: dana, into: robin }),
    ends: {},
    keeps: allKept,
  },
  'the person is merged into another with a newer PIN': {
    async end(store, { minutesPass }) {
      minutesPass(1);
      const { team } = store;
      const body = { pin: '7412', role: 'viewer' } as const;
      must(await store.owner().call(setPin, { params: { team, person: robin }, body }));
      await inCrew(store, { type: 'person.merge', from: dana, into: robin });
    },
    ...notByPin,
  },
  'the person becomes inactive': {
    isLinked: false,
    end: (store) => inCrew(store, { type: 'person.edit', person: dana, active: false }),
    ...notByPin,
  },
  'the PIN is removed': {
    end: async (store) => must(await store.owner().call(removePin, ofDana(store))),
    ...notByPin,
  },
  'a manager sets another PIN': {
    async end(store) {
      const body = { pin: '7412', role: 'lead' } as const;
      must(await store.owner().call(setPin, { ...ofDana(store), body }));
    },
    ...notByPin,
  },
  'the person changes the PIN': {
    async end({ tablet, team }) {
      const body = { person: dana, pin, next: '7412' };
      must(await tablet().call(changeOwnPin, { params: { team }, body }));
    },
    ends: dead(['PIN']),
    keeps: keptBut('PIN'),
  },
  'notifications are turned off': {
    async end({ dana, team, pushEndpoint }) {
      must(await dana().call(switchPushOff, { params: { team, device: deviceOf(pushEndpoint) } }));
    },
    ends: dead(['notification']),
    keeps: keptBut('notification'),
  },
  'the schedule is disconnected': {
    end: async ({ owner, team }) =>
      must(await owner().call(removeConnection, { params: { team, provider: 'ics' } })),
    ends: dead(['calendar']),
    keeps: keptBut('calendar'),
  },
  'the day is deleted': {
    end: async (store) => must(await store.ownersChange(day, { type: 'layout.delete' })),
    ends: {
      session: ['crew', 'lay', 'manage'],
      'open page': ['crew', 'manage'],
      'access token': ['crew', 'manage'],
      'change that waits': ['manage'],
      tablet: ['crew'],
      ...dead(['television', ...byPin, byAccount]),
    },
    keeps: {
      [teams]: ['device link', 'calendar'],
      'another day has breaks, too': ['notification'],
      [invited]: ['invite link'],
    },
  },
  'the template is deleted': {
    end: async (store) => must(await store.ownersChange(template, { type: 'template.delete' })),
    ends: { session: ['read', 'run', 'crew', 'manage'] },
    keeps: keptBut('session'),
  },
  'the team is deleted': {
    end: async ({ owner, team, name }) =>
      must(await owner().call(deleteTeam, { params: { team }, body: { name } })),
    ends: dead([...bySession, 'access token', ...byPin, byAccount, 'invite link', ...teamsOwn]),
    keeps: {},
  },
};

/** What ends by itself. The time of all teams passes with it, so these come last, in this order. */
export const endingsByTime: typeof endings = {
  'eight days pass': {
    end: async (_, { minutesPass }) => minutesPass(8 * 24 * 60),
    ends: {
      ...dead(['access token', 'invite link', 'who is at the tablet, by PIN', byAccount]),
      'change that waits on the tablet': nothing,
      // it sees today alone
      television: nothing,
    },
    keeps: keptBut(
      ...(['access token', 'invite link', 'television', byAccount] as const),
      ...(['who is at the tablet, by PIN', 'change that waits on the tablet'] as const),
    ),
  },
  'a session isn’t used for thirty days': {
    async end(_, { minutesPass, keepOwner }) {
      minutesPass(20 * 24 * 60);
      await keepOwner();
      minutesPass(11 * 24 * 60);
    },
    ends: {
      ...dead(['session', 'change that waits', 'notification', 'access token', 'invite link', byAccount]),
      ...dead(['who is at the tablet, by PIN', 'change that waits on the tablet', 'television']),
    },
    keeps: { [teams]: ['tablet', 'device link', 'calendar'], [crews]: ['PIN'] },
    apart: {
      'it is looked at each half minute, and before a change if that was a second ago': ['open page'],
    },
  },
};
