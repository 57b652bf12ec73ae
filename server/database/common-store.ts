import type { Kysely } from 'kysely';
import { kyselyAccessTokens } from './access-token-tables.ts';
import { kyselyDevices } from './device-tables.ts';
import type { RunStatement } from './document-reading.ts';
import { kyselyPins } from './pin-tables.ts';
import { kyselyPush } from './push-tables.ts';
import { kyselySchedule } from './schedule-tables.ts';
import { kyselySecurityLog } from './security-log-tables.ts';
import type { Tables } from './tables.ts';
import { kyselyInvitations, kyselyLogos, kyselyMembers, kyselyReaches } from './team-tables.ts';

/** What both databases store in the same way. */
export const commonStore = (run: RunStatement, kysely: Kysely<Tables>) => ({
  kysely,
  members: kyselyMembers(run, kysely),
  invitations: kyselyInvitations(kysely),
  accessTokens: kyselyAccessTokens(kysely),
  logos: kyselyLogos(kysely),
  schedule: kyselySchedule(kysely),
  push: kyselyPush(kysely),
  devices: kyselyDevices(kysely),
  pins: kyselyPins(kysely),
  reaches: kyselyReaches(kysely),
  securityLog: kyselySecurityLog(kysely),

  /** Commits a row without meaning, as the only way to learn whether changes could be committed. */
  async probe(): Promise<void> {
    const value = String(Date.now());
    await kysely
      .insertInto('meta')
      .values({ key: 'probe', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  },
});

export type CommonStore = ReturnType<typeof commonStore>;
