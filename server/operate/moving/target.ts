import type { Change } from '../../../domain/change/change.ts';
import type { Team } from '../../../domain/team/team.ts';
import {
  type AccountDatabase,
  type AccountRecord,
  findUserByEmail,
  hasUser,
  insertAccounts,
} from '../../accounts/account-tables.ts';
import { replaceFirebaseHash } from '../../accounts/passwords.ts';
import type { DocumentRef } from '../../database/document-store.ts';
import type { Store } from '../../database/store.ts';
import type { Documents } from '../../live/documents.ts';
import type { ScheduleConnections } from '../../schedules/connections.ts';
import { StartProblem } from '../../start-problem.ts';

interface TargetDependencies {
  readonly db: AccountDatabase;
  readonly store: Store;
  readonly documents: Documents;
  readonly connections: ScheduleConnections;
  readonly now: () => number;
}

/** The database that an import writes to. */
export function createTarget({ db, store, documents, connections, now }: TargetDependencies) {
  return {
    hasPerson: (id: string) => hasUser(db, id),
    mendPassword: (user: string, password: string) => replaceFirebaseHash(db, user, password, now()),
    findUserByEmail: (email: string) => findUserByEmail(db, email),
    async has({ team, document }: DocumentRef): Promise<boolean> {
      const row = await db
        .selectFrom('documents')
        .select('version')
        .where('team_id', '=', team)
        .where('id', '=', document)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Null if the team doesn't exist. */
    async team(id: string): Promise<Team | null> {
      const body = (await documents.read({ team: id, document: id }))?.body;
      return body?.kind === 'team' ? body : null;
    },
    addPeople: (accounts: readonly AccountRecord[]) => insertAccounts(db, accounts, now()),
    addMember: store.members.add,
    keepLogo: store.logos.put,
    connect: connections.save,
    keepConnection: store.schedule.put,
    isConnected: async (team: string, provider: string) =>
      (await store.schedule.find(team, provider)) !== null,
    /** Throws a `StartProblem` if the database can't be written to, which ends the import. */
    async issue(name: DocumentRef, change: Change) {
      const issued = await documents.issue(name, change, { device: 'Import' });
      if (issued.ok || issued.problem.code !== 'storage-failed') return issued;
      throw new StartProblem(
        'The database cannot be written to; its disk may be full. What was imported so far stays: free up space, then run it again.',
      );
    },
  };
}

export type Target = ReturnType<typeof createTarget>;
