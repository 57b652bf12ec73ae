import type { AccountSecurity } from '../../contract/account.ts';
import type { OidcConfig } from '../config.ts';
import { deviceNameOf } from '../door/device-name.ts';
import type { Caller } from './accounts.ts';
import type { BetterAuth } from './better-auth.ts';
import { findPasswordHash, isLinkedToOidc } from './passwords.ts';
import { listPasskeys } from './second-factors.ts';
import { listSessions } from './session-table.ts';
import { isEmailVerified, isSecondFactorOn } from './users.ts';

export type GetSecurity = (caller: Caller) => Promise<AccountSecurity>;

interface Dependencies {
  readonly betterAuth: BetterAuth;
  readonly oidc: OidcConfig | null;
  /** Whether email is set up. */
  readonly hasEmail: boolean;
  readonly now: () => number;
}

/** How a person signs in, and where they are signed in. */
export function createGetSecurity({
  betterAuth: { db, api },
  oidc,
  hasEmail,
  now,
}: Dependencies): GetSecurity {
  return async ({ user: { id: user }, session: current }) => {
    const [password, hasSecondFactor, isVerified, passkeys, isLinked, sessions] = await Promise.all([
      findPasswordHash(db, user),
      isSecondFactorOn(db, user),
      isEmailVerified(db, user),
      listPasskeys(db, user),
      isLinkedToOidc(db, user),
      listSessions(db, user, now()),
    ]);
    return {
      hasPassword: password !== null,
      canConfirmEmail: hasEmail && !isVerified,
      hasSecondFactor,
      backupCodesLeft: hasSecondFactor ? await countBackupCodes(user) : 0,
      passkeys: [...passkeys],
      // A link is of no use while its provider is not configured.
      providers: oidc && isLinked ? [oidc.name] : [],
      sessions: sessions
        .map(({ id, userAgent, createdAt, updatedAt }) => ({
          id,
          isCurrent: id === current,
          device: deviceNameOf(userAgent),
          signedInAt: createdAt,
          lastUsedAt: updatedAt,
        }))
        .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    };
  };

  async function countBackupCodes(userId: string): Promise<number> {
    const { backupCodes } = await api.viewBackupCodes({ body: { userId } });
    return backupCodes.length;
  }
}
