import { findUserByEmail } from '../../accounts/account-tables.ts';
import { operatorEntry } from '../../accounts/security-log.ts';
import { deleteSecondFactor } from '../../accounts/sessions.ts';
import { appendEntries } from '../../database/security-log-tables.ts';
import { StartProblem } from '../../start-problem.ts';
import type { Command } from './command.ts';

export const dropSecondFactor: Command = {
  usage: 'EMAIL',
  summary: 'lets someone who lost their authenticator app and backup codes sign in with the password alone',
  async run([email, ...rest], { openStore, now, print }) {
    if (email === undefined || rest.length > 0) return false;
    const store = await openStore();
    try {
      const db = store.kysely;
      const user = await findUserByEmail(db, email);
      if (user === null) throw new StartProblem(`Nobody has an account with the address ${email}.`);
      await db.transaction().execute(async (transaction) => {
        await deleteSecondFactor(transaction, user);
        await appendEntries(transaction, [operatorEntry({ type: 'second-factor-removed', user }, now())]);
      });
      print(`${email} can now sign in with the password alone.`);
      return true;
    } finally {
      await store.close();
    }
  },
};
