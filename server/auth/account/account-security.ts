import type { AccountSecurity } from '../../../contract/account.ts';
import type { OidcConfig } from '../../config.ts';
import type { Library } from '../better-auth/better-auth.ts';
import { byPassword, findPasswordHash } from '../password/stored-password.ts';
import type { Caller } from './accounts.ts';
import { deviceOf } from './device-name.ts';

interface Parts {
  readonly library: Library;
  readonly provider: OidcConfig | null;
  readonly hasMail: boolean;
  readonly now: () => number;
}

/** How a person gets in, and where they are. */
export function createGetSecurity({ library: { db, api }, provider, hasMail, now }: Parts) {
  return async ({ user, session: current }: Caller): Promise<AccountSecurity> => {
    const [password, row, passkeys, accounts, sessions] = await Promise.all([
      findPasswordHash(db, user.id),
      db
        .selectFrom('user')
        .select(['twoFactorEnabled', 'emailVerified'])
        .where('id', '=', user.id)
        .executeTakeFirst(),
      db.selectFrom('passkey').selectAll().where('userId', '=', user.id).orderBy('createdAt').execute(),
      db.selectFrom('account').select('providerId').where('userId', '=', user.id).execute(),
      db
        .selectFrom('session')
        .selectAll()
        .where('userId', '=', user.id)
        .where('expiresAt', '>', new Date(now()).toISOString())
        .orderBy('updatedAt', 'desc')
        .execute(),
    ]);
    const hasSecondFactor = row?.twoFactorEnabled === 1;
    return {
      hasPassword: password !== null,
      canConfirmEmail: hasMail && row?.emailVerified !== 1,
      hasSecondFactor,
      backupCodesLeft: hasSecondFactor ? await backupCodesLeft(user.id) : 0,
      passkeys: passkeys.map(({ id, name, createdAt }) => ({
        id,
        name: name ?? '',
        createdAt: createdAt === null ? 0 : Date.parse(createdAt),
      })),
      // Whoever came through one that is not set up any more cannot come that way again.
      providers:
        provider && accounts.some(({ providerId }) => providerId !== byPassword) ? [provider.name] : [],
      sessions: sessions
        .map(({ id, userAgent, createdAt, updatedAt }) => ({
          id,
          isCurrent: id === current,
          device: deviceOf(userAgent ?? ''),
          signedInAt: Date.parse(createdAt),
          lastUsedAt: Date.parse(updatedAt),
        }))
        .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    };
  };

  async function backupCodesLeft(userId: string): Promise<number> {
    const { backupCodes } = await api.viewBackupCodes({ body: { userId } });
    return backupCodes.length;
  }
}

export type GetSecurity = ReturnType<typeof createGetSecurity>;
