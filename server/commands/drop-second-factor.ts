import { findUserByEmail } from '../auth/account-tables/users.ts';
import { removeSecondFactor } from '../auth/revoke-access.ts';
import { StartProblem } from '../start-problem.ts';
import type { Command } from './command.ts';

export const dropSecondFactor: Command = {
  usage: 'EMAIL',
  summary: 'lets someone who lost their authenticator app and backup codes sign in with the password alone',
  async run([email, ...rest], { openStore, print }) {
    if (email === undefined || rest.length > 0) return false;
    const store = await openStore();
    try {
      const db = store.kysely;
      const user = await findUserByEmail(db, email);
      if (user === null) throw new StartProblem(`Nobody has an account with the address ${email}.`);
      await removeSecondFactor(db, user);
      print(`${email} can now sign in with the password alone.`);
      return true;
    } finally {
      await store.close();
    }
  },
};
