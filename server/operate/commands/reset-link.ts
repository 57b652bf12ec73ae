import { findUserByEmail } from '../../accounts/account-tables.ts';
import { resetLinkMinutes } from '../../accounts/email.ts';
import { issueResetLink, resetLinkPath } from '../../accounts/password-reset.ts';
import { operatorEntry } from '../../accounts/security-log.ts';
import { addressOf } from '../../address.ts';
import type { Config } from '../../config.ts';
import { appendEntries } from '../../database/security-log-tables.ts';
import { StartProblem } from '../../start-problem.ts';
import type { Command } from './command.ts';

export const resetLink: Command = {
  usage: 'EMAIL',
  summary: `prints a link to choose a new password; it works once, for ${resetLinkMinutes} minutes`,
  async run([email, ...rest], { config, openStore, now, print }) {
    if (email === undefined || rest.length > 0) return false;
    const origin = originOf(config);
    const store = await openStore();
    try {
      const db = store.kysely;
      const user = await findUserByEmail(db, email);
      if (!user) throw new StartProblem(`Nobody has an account with the address ${email}.`);
      const token = await db.transaction().execute(async (transaction) => {
        await appendEntries(transaction, [operatorEntry({ type: 'reset-link-created', user }, now())]);
        return issueResetLink(transaction, { email, sentBy: 'operator', now: now() });
      });
      if (!token) throw new StartProblem(`Nobody has an account with the address ${email}.`);
      print(origin + resetLinkPath(token));
      return true;
    } finally {
      await store.close();
    }
  },
};

function originOf({ publicUrl, host, port }: Config): string {
  if (publicUrl) return publicUrl.origin;
  if (port !== 0) return addressOf(host, port);
  throw new StartProblem('PORT is “0”, so the address is not known; set PUBLIC_URL to it.');
}
