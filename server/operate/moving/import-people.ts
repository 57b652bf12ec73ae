import type { AccountRecord } from '../../accounts/account-tables.ts';
import { accountOf, parseHostedUser, passwordProblem, placeOf } from './hosted-people.ts';
import type { ImportContext, ImportSource } from './import-source.ts';

/** Maps people in the files to accounts here. */
export interface People {
  /** Null if the person has no account here. */
  idOf(hosted: string): Promise<string | null>;
  /** The name used in the report. */
  nameOf(hosted: string): string;
  /** Was the account imported in this run? New people also join teams that exist already. */
  isNew(hosted: string): boolean;
}

export function createPeopleImport(
  { collections, hashing }: ImportSource,
  { target, report, joining, now }: ImportContext,
) {
  /** Account ids of people imported in this run, by their ids in the files. */
  const imported = new Map<string, string>();
  const emails = new Set<string>();
  const names = new Map<string, string>();
  const withoutPassword: string[] = [];

  /** Null if there is no account to create. */
  async function check(user: unknown): Promise<AccountRecord | null> {
    const hosted = parseHostedUser(user);
    const where = hosted ? placeOf(hosted) : 'users/?';
    const skip = (why: string) => {
      report.skipped('People', where, why);
      return null;
    };
    if (!hosted) return skip('It has no localId, or a field is invalid.');
    const { localId } = hosted;
    if (hosted.email) names.set(localId, hosted.email);
    if (imported.has(localId)) return skip('The id is in the file twice.');
    const account = accountOf(hosted, collections.users, hashing, now());
    const email = 'why' in account ? null : account.email;
    const isSecond = email !== null && emails.has(email);
    if (email !== null) emails.add(email);
    if (await target.hasPerson(localId)) {
      if (email !== null && joining.has(email)) imported.set(localId, localId);
      report.existing('People');
      const password = 'why' in account ? null : account.password;
      if (password !== null && (await target.mendPassword(localId, password))) {
        report.changed(where, 'The password is now checked with the new hash parameters.');
      }
      return null;
    }
    if ('why' in account) return skip(account.why);
    if (isSecond) return skip(`${email} is in the file twice.`);
    const owner = await target.findUserByEmail(account.email);
    if (owner !== null) {
      if (!joining.has(account.email)) {
        return skip(
          `Someone already has an account here with ${email}. If it’s the same person, add --join ${email}.`,
        );
      }
      imported.set(localId, owner);
      report.existing('People');
      return null;
    }
    imported.set(localId, localId);
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
      for (const _ of accounts) report.created('People');
    },

    reportWithoutPassword() {
      if (withoutPassword.length === 0) return;
      report.changed(
        'users',
        `No password was imported for these people. They sign in through a provider, or with a reset link: ${withoutPassword.join(', ')}.`,
      );
    },

    people: {
      idOf: async (hosted) => imported.get(hosted) ?? ((await target.hasPerson(hosted)) ? hosted : null),
      nameOf: (hosted) => names.get(hosted) ?? hosted,
      isNew: (hosted) => imported.has(hosted),
    } satisfies People,
  };
}
