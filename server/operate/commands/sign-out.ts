import { findUserByEmail, revokePendingProofs } from '../../accounts/account-tables.ts';
import { operatorEntry } from '../../accounts/security-log.ts';
import { endSessions, revokeAccessTokens } from '../../accounts/sessions.ts';
import { appendEntries } from '../../database/security-log-tables.ts';
import { StartProblem } from '../../start-problem.ts';
import type { Command } from './command.ts';

export const signOut: Command = {
  usage: 'EMAIL [--tokens]',
  summary: 'signs someone out on every device within two seconds; --tokens also revokes their API tokens',
  async run([email, option, ...rest], { openStore, now, print }) {
    if (email === undefined || email.startsWith('-') || rest.length > 0) return false;
    if (option !== undefined && option !== '--tokens') return false;
    const store = await openStore();
    try {
      const db = store.kysely;
      const user = await findUserByEmail(db, email);
      if (user === null) throw new StartProblem(`Nobody has an account with the address ${email}.`);
      const ended = await db.transaction().execute(async (transaction) => {
        await revokePendingProofs(transaction, user);
        if (option) await revokeAccessTokens(transaction, user);
        await appendEntries(transaction, [operatorEntry({ type: 'signed-out-by-operator', user }, now())]);
        return endSessions(transaction, user);
      });
      print(`${email} is signed out. Sessions that ended: ${ended.length}.`);
      print(
        option
          ? 'Their API tokens no longer work.'
          : 'Their password and API tokens still work. To revoke the tokens as well, add --tokens.',
      );
      return true;
    } finally {
      await store.close();
    }
  },
};
