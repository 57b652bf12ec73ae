import type { Unlocked } from '../../contract/kiosk.ts';
import type { Person } from '../../domain/crew/crew.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { type CrewIndex, crewIndex } from '../../domain/crew/crew-index.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { DeviceRole } from '../../domain/team/device.ts';
import { crewAuthor, fullName, mayRunTheDay, type Role, type User } from '../../domain/team/user.ts';
import type { KioskAuthor } from '../database/document-store.ts';
import type { DeviceStore, MemberStore, PairedDevice, PinStore, StoredPin } from '../database/store.ts';
import type { Documents } from '../live/documents.ts';
import type { Author } from '../live/staged-document.ts';
import { type Assertion, type Assertions, expiryOf } from './assertions.ts';

interface Dependencies {
  readonly store: {
    readonly devices: Pick<DeviceStore, 'find'>;
    readonly pins: PinStore;
    readonly members: Pick<MemberStore, 'role'>;
  };
  readonly documents: Pick<Documents, 'find'>;
  readonly assertions: Assertions;
  readonly accounts: {
    people(ids: readonly string[]): Promise<readonly User[]>;
    wasSignedOut(user: string, since: number): Promise<boolean>;
  };
}

interface AtKiosk {
  /** Who changes are by. */
  readonly user: string;
  readonly name: string;
  readonly role: DeviceRole;
  readonly kiosk: KioskAuthor;
}

/** A person of the crew, by any of their ids. */
interface Owner {
  readonly person: Person;
  readonly ids: readonly string[];
  readonly account: string | null;
}

export interface PersonWithPin extends Owner {
  readonly pin: StoredPin;
}

export type Kiosks = ReturnType<typeof createKiosks>;

/** Nobody may do more on a tablet than at their own, and nobody more than the tablet may. */
const least = (device: DeviceRole, person: Role): DeviceRole =>
  device === 'lead' && mayRunTheDay(person) ? 'lead' : 'viewer';

const ownerIn = (index: CrewIndex, person: Person): Owner => ({
  person,
  ids: index.idsOf(person.id),
  account: index.accountOf(person.id),
});

/** Who is at a kiosk. An assertion says who it is; what they may do is looked up each time. */
export function createKiosks({ store, documents, assertions, accounts }: Dependencies) {
  const { devices, pins, members } = store;

  async function indexOf(team: string) {
    const body = (await documents.find({ team, document: crewDocument }))?.body;
    return body?.kind === 'crew' ? crewIndex(body) : null;
  }

  async function ownerOf(team: string, named: string): Promise<Owner | null> {
    const index = await indexOf(team);
    const person = index?.personOf(named);
    return index && person ? ownerIn(index, person) : null;
  }

  async function memberOf(team: string, { account: user }: Owner): Promise<KioskAuthor['member']> {
    const role = user === null ? null : await members.role(team, user);
    return user !== null && role !== null ? { user, role } : null;
  }

  async function byAccount(
    device: PairedDevice,
    account: NonNullable<Assertion['account']>,
  ): Promise<AtKiosk | null> {
    const { user } = account;
    const role = await members.role(device.team, user);
    const [person] = role === null ? [] : await accounts.people([user]);
    if (role === null || !person) return null;
    const signedIn = { member: { user, role }, account, pin: null, known: null };
    const kiosk = { device: device.id, role: device.role, ...signedIn };
    return { user, name: fullName(person), role: least(device.role, role), kiosk };
  }

  /** Who has an account in the team is that account, with its rights. One that left the team gives its person none. */
  async function byPin(device: PairedDevice, { person, stamp, role }: StoredPin): Promise<AtKiosk | null> {
    const { team, id } = device;
    const owner = await ownerOf(team, person);
    if (!owner) return null;
    const member = await memberOf(team, owner);
    if (!member && !owner.person.active) return null;
    const { id: known, active } = owner.person;
    const proved = {
      ...{ member, account: null, pin: { person, stamp } },
      known: { person: known, account: owner.account, active },
    };
    return {
      user: member?.user ?? crewAuthor(known),
      name: owner.person.name,
      role: least(device.role, member?.role ?? (owner.account === null ? role : 'viewer')),
      kiosk: { device: id, role: device.role, ...proved },
    };
  }

  async function find(device: PairedDevice, { team, ...said }: Assertion): Promise<AtKiosk | null> {
    if (team !== device.team || said.device !== device.id) return null;
    if (said.account) {
      const { user, since } = said.account;
      return (await accounts.wasSignedOut(user, since)) ? null : byAccount(device, said.account);
    }
    // Of two people who became one, the newer PIN counts, and what was proved with the older one is over.
    const owner = said.pin && (await ownerOf(team, said.pin.person));
    const pin = owner && (await pins.find(team, owner.ids));
    return pin && pin.stamp === said.pin?.stamp ? byPin(device, pin) : null;
  }

  const unlock = (at: AtKiosk, assertion: Assertion): Unlocked => ({
    assertion: assertions.sign(assertion),
    user: at.user,
    name: at.name,
    role: at.role,
    expiresAt: expiryOf(assertion),
  });

  /** Whose change it is that a kiosk sends along with an assertion. */
  async function authorOf(device: PairedDevice, as: string | undefined): Promise<Outcome<Author>> {
    if (device.kind !== 'kiosk') return refuse('device-refused');
    const said = assertions.read(as);
    const here = said && (await find(device, said));
    if (!here) return refuse('kiosk-locked');
    const { user, role, kiosk } = here;
    return done({ user, role, device: device.name, kiosk: { ...kiosk, as } });
  }

  return {
    ownerOf,

    /** Who doesn't work here anymore can't use their PIN, unless they are a member of the team. Managers still see that they have one. */
    mayUsePin: async (team: string, owner: Owner): Promise<boolean> =>
      owner.person.active || (await memberOf(team, owner)) !== null,

    /** The person of the crew and their PIN, also if they had it before they became one with somebody. */
    async pinOf(team: string, named: string): Promise<PersonWithPin | null> {
      const owner = await ownerOf(team, named);
      const pin = owner && (await pins.find(team, owner.ids));
      return owner && pin ? { ...owner, pin } : null;
    },

    /** Those of a team who have one; of two people who became one, the newer PIN counts. */
    async peopleWithPin(team: string): Promise<readonly PersonWithPin[]> {
      const index = await indexOf(team);
      const newest = new Map<string, PersonWithPin>();
      for (const pin of await pins.ofTeam(team)) {
        const person = index?.personOf(pin.person);
        if (!index || !person) continue;
        const other = newest.get(person.id);
        if (other && other.pin.setAt >= pin.setAt) continue;
        newest.set(person.id, { ...ownerIn(index, person), pin });
      }
      return [...newest.values()];
    },

    async unlockByPin(device: PairedDevice, pin: StoredPin, at: number): Promise<Unlocked | null> {
      const here = await byPin(device, pin);
      const { person, stamp } = pin;
      return here && unlock(here, { team: device.team, device: device.id, at, pin: { person, stamp } });
    },

    /** `since`: the last sign-out of all, before it was known that this account is signed in. */
    async unlockByAccount(device: PairedDevice, account: NonNullable<Assertion['account']>, at: number) {
      const here = await byAccount(device, account);
      return here && unlock(here, { team: device.team, device: device.id, at, account });
    },

    authorOf,

    /** The same once more, after something of it changed while the change was decided. */
    async authorNow(team: string, { device: id, as }: KioskAuthor): Promise<Outcome<Author>> {
      const device = await devices.find(team, id);
      return device ? authorOf(device, as) : refuse('device-refused');
    },
  };
}
