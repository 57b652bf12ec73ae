import { apply } from '../../domain/apply.ts';
import type { Change } from '../../domain/change.ts';
import { done, type Outcome } from '../../domain/problem.ts';
import type { Team } from '../../domain/team.ts';
import { addAccounts, type WholeAccount } from '../auth/account-rows.ts';
import type { AccountDatabase } from '../auth/library.ts';
import type { Documents } from '../documents/documents.ts';
import type { ConnectionForm, ScheduleConnections } from '../schedule/connections.ts';
import type { DocumentName, Store, StoredLogo, StoredMember } from '../store/store.ts';

/** Where things are moved in. */
export interface Target {
  hasPerson(id: string): Promise<boolean>;
  isTaken(email: string): Promise<boolean>;
  has(name: DocumentName): Promise<boolean>;
  /** Null where there is no such team. */
  team(id: string): Promise<Team | null>;
  addPeople(accounts: readonly WholeAccount[]): Promise<void>;
  addMember(member: StoredMember): Promise<void>;
  keepLogo(logo: StoredLogo): Promise<void>;
  connect(team: string, provider: string, form: ConnectionForm): Promise<Outcome<unknown>>;
  issue(name: DocumentName, change: Change): Promise<Outcome<unknown>>;
}

interface Parts {
  readonly db: AccountDatabase;
  readonly store: Store;
  readonly documents: Documents;
  readonly connections: ScheduleConnections;
  readonly now: () => number;
}

export function createTarget({ db, store, documents, connections, now }: Parts): Target {
  const find = db.selectFrom('user').select('id');
  return {
    hasPerson: async (id) => (await find.where('id', '=', id).executeTakeFirst()) !== undefined,
    isTaken: async (email) => (await find.where('email', '=', email).executeTakeFirst()) !== undefined,
    async has({ team, document }) {
      const row = await db
        .selectFrom('documents')
        .select('version')
        .where('team_id', '=', team)
        .where('id', '=', document)
        .executeTakeFirst();
      return row !== undefined;
    },
    async team(id) {
      const body = (await documents.read({ team: id, document: id }))?.body;
      return body?.kind === 'team' ? body : null;
    },
    addPeople: (accounts) => addAccounts(db, accounts, now()),
    addMember: async (member) => {
      await store.members.add(member);
    },
    keepLogo: store.logos.put,
    connect: connections.save,
    issue: documents.issue,
  };
}

/** Reads what is there, if anything is, and writes nothing. */
export const dryTarget = (real: Target | null): Target => ({
  hasPerson: async (id) => (await real?.hasPerson(id)) ?? false,
  isTaken: async (email) => (await real?.isTaken(email)) ?? false,
  has: async (name) => (await real?.has(name)) ?? false,
  team: async (id) => (await real?.team(id)) ?? null,
  addPeople: async () => {},
  addMember: async () => {},
  keepLogo: async () => {},
  connect: async () => done(null),
  issue: async (_, change) => apply(null, change),
});
