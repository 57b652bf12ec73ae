import type { AccountRecord } from '../auth/account-tables/account-records.ts';
import { accountOf, passwordProblem, placeOf, readHostedUser } from './hosted-people.ts';
import type { ImportContext, ImportSource } from './import-source.ts';

/** The account here of a person in the files. */
export interface People {
  /** Null if the person has no account here. */
  idOf(hosted: string): Promise<string | null>;
  /** Their name in the report. */
  nameOf(hosted: string): string;
  /** Whether this import created the account, so that it joins teams imported earlier. */
  isNew(hosted: string): boolean;
}

export function createPeopleImport(
  { collections, hashing }: ImportSource,
  { target, report, joining, now }: ImportContext,
) {
  /** By the ids in the files. */
  const come = new Map<string, string>();
  const emails = new Set<string>();
  const names = new Map<string, string>();
  const withoutPassword: string[] = [];

  /** Null if there is nothing to create. */
  async function check(user: unknown): Promise<AccountRecord | null> {
    const hosted = readHostedUser(user);
    const where = hosted ? placeOf(hosted) : 'users/?';
    const skip = (why: string) => {
      report.skipped('People', where, why);
      return null;
    };
    if (!hosted) return skip('It has no localId, or a field that cannot be read.');
    const { localId } = hosted;
    if (hosted.email) names.set(localId, hosted.email);
    if (come.has(localId)) return skip('The id is in the file twice.');
    const account = accountOf(hosted, collections.users, hashing, now());
    const email = 'why' in account ? null : account.email;
    const isSecond = email !== null && emails.has(email);
    if (email !== null) emails.add(email);
    if (await target.hasPerson(localId)) {
      if (email !== null && joining.has(email)) come.set(localId, localId);
      report.there('People');
      const password = 'why' in account ? null : account.password;
      if (password !== null && (await target.mendPassword(localId, password))) {
        report.changed(where, 'The password from before is checked by the hash parameters given now.');
      }
      return null;
    }
    if ('why' in account) return skip(account.why);
    if (isSecond) return skip(`${email} is in the file twice.`);
    const owner = await target.findUserByEmail(account.email);
    if (owner !== null) {
      if (!joining.has(account.email)) {
        return skip(
          `Someone already registered here with ${email}. If you know that it is the same person, add --join ${email}.`,
        );
      }
      come.set(localId, owner);
      report.there('People');
      return null;
    }
    come.set(localId, localId);
    const problem = passwordProblem(hosted, hashing);
    if (problem) report.changed(where, problem);
    if (account.password === null && account.providers.length === 0) withoutPassword.push(account.email);
    return account;
  }

  return {
    async add(batch: readonly unknown[]) {
      const accounts: AccountRecord[] = [];
      for (const user of batch) {
        const account = await check(user);
        if (account) accounts.push(account);
      }
      await target.addPeople(accounts);
      for (const _ of accounts) report.made('People');
    },

    sayWithoutPassword() {
      if (withoutPassword.length === 0) return;
      report.changed(
        'users',
        `Without a password here, so they come in through a provider, or by a link for a new one: ${withoutPassword.join(', ')}.`,
      );
    },

    people: {
      idOf: async (hosted) => come.get(hosted) ?? ((await target.hasPerson(hosted)) ? hosted : null),
      nameOf: (hosted) => names.get(hosted) ?? hosted,
      isNew: (hosted) => come.has(hosted),
    } satisfies People,
  };
}
