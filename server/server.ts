import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createAccessTokens } from './auth/access-tokens.ts';
import { createDeleteAccount } from './auth/account/account-deletion.ts';
import { createGetSecurity } from './auth/account/account-security.ts';
import { createAccounts } from './auth/account/accounts.ts';
import { createOwnAccount } from './auth/account/own-account.ts';
import { openBetterAuth } from './auth/better-auth/better-auth.ts';
import { createConfirmationLinks } from './auth/email/confirmation-links.ts';
import { createMailer } from './auth/email/mailer.ts';
import { openSmtp } from './auth/email/smtp.ts';
import { createOidcSignIn } from './auth/oidc/oidc-sign-in.ts';
import { openPasswordPolicy } from './auth/password/password-policy.ts';
import { createReauthentication } from './auth/password/reauthentication.ts';
import { createResetEmail } from './auth/password-reset/reset-email.ts';
import { createResetPassword } from './auth/password-reset/reset-links.ts';
import { createPasskeys } from './auth/second-factor/passkeys.ts';
import { createSecondFactor } from './auth/second-factor/second-factor.ts';
import { sweepDaily } from './auth/sessions.ts';
import { createKnownDevices } from './auth/throttle/known-devices.ts';
import { createSignInThrottle } from './auth/throttle/sign-in-throttle.ts';
import type { Config } from './config.ts';
import { createDocuments } from './documents/documents.ts';
import { createLiveSessions } from './documents/live/live-sessions.ts';
import { createApp } from './http/app.ts';
import { type Listener, openListener } from './http/listener.ts';
import { createUpgrade } from './http/live.ts';
import { createProxies } from './http/proxies.ts';
import { openSchedule } from './schedule/schedule.ts';
import { openSecret } from './secret.ts';
import type { SqliteStore } from './store/sqlite/sqlite.ts';
import { createMemberships } from './teams/memberships.ts';

/** How long those in the middle of something have when the server stops, in milliseconds. */
const PATIENCE = 8_000;
const WEB_ROOT = fileURLToPath(new URL('../dist/web', import.meta.url));

export interface Server {
  /** Where people find it. */
  readonly address: string;
  /** Finishes what is in flight, then closes everything. */
  close(): Promise<void>;
}

/** What only the composition root chooses. */
export interface Choices {
  readonly openStore: (file: string) => Promise<SqliteStore>;
  readonly log: Logger;
  readonly now: () => number;
  /** A signal that is aborted after so many milliseconds. */
  readonly timeout: (milliseconds: number) => AbortSignal;
}

/** Resolves when requests are answered. Rejects with `StartProblem` for what whoever starts it can mend. */
export async function startServer(config: Config, choices: Choices): Promise<Server> {
  // First the port: a start that fails for it leaves nothing behind.
  const listener = await openListener(config.host, config.port);
  try {
    const stop = await serve(config, choices, listener);
    return { address: config.publicUrl?.origin ?? listener.address, close: stop };
  } catch (error) {
    await listener.close(0);
    throw error;
  }
}

/** Returns how to stop. */
async function serve(config: Config, { openStore, log, now, timeout }: Choices, listener: Listener) {
  const { publicUrl } = config;
  const proxies = createProxies(config.trustedProxies, publicUrl);
  const store = await openStore(join(config.dataDir, 'lineup.db'));
  try {
    const secret = await openSecret(config.secretFile);
    const passwordPolicy = await openPasswordPolicy(config.passwordMinimum, config.breachedPasswords);
    const library = await openBetterAuth({
      kysely: store.kysely,
      keys: secret.keysFor('sign-in'),
      publicUrl,
      logError: (message, details) => log.error({ details }, message),
    });
    const { db } = library;
    const accounts = createAccounts({ library, passwordPolicy, now });
    const [deviceKey] = secret.keysFor('devices');
    const devices = createKnownDevices({ db, key: deviceKey });
    const attempts = createSignInThrottle({ db, devices, now });
    const prove = createReauthentication({ db, attempts, now });
    const post = config.mail && createMailer({ mail: await openSmtp(config.mail), log, now });
    const mailed = post && publicUrl && { db, post, publicUrl, now };
    const resetEmail = mailed && createResetEmail(mailed);
    const confirmationLinks = mailed && createConfirmationLinks({ ...mailed, accounts, attempts });
    const documents = createDocuments({ store, now, log });
    const memberships = createMemberships({
      members: store.members,
      people: accounts.people,
      read: documents.read,
    });
    const connections = createLiveSessions({ store, documents, accounts, memberships, now, log });
    const schedule = openSchedule({
      store: store.schedule,
      documents,
      config: config.outgoing,
      keys: secret.keysFor('schedule'),
      news: connections.listed,
      now,
      log,
    });
    const app = await createApp({
      store,
      schedule,
      accounts,
      attempts,
      devices,
      secondFactor: createSecondFactor({ library, accounts, prove, attempts, now }),
      passkeys: createPasskeys({ library, accounts, prove, publicUrl }),
      provider: createOidcSignIn({ config: config.oidc, library, accounts, publicUrl, log }),
      accessTokens: createAccessTokens({
        accessTokens: store.accessTokens,
        prove,
        isSessionAlive: accounts.isSessionAlive,
        people: accounts.people,
        now,
      }),
      ownAccount: createOwnAccount({ db, prove, passwordPolicy, now }),
      getSecurity: createGetSecurity({
        library,
        provider: config.oidc,
        hasMail: confirmationLinks !== null,
        now,
      }),
      deleteAccount: createDeleteAccount({ db, prove, memberships }),
      resetEmail,
      confirmationLinks,
      resetPassword: createResetPassword({ db, passwordPolicy, attempts, now }),
      passwordMinimum: passwordPolicy.minimum,
      registration: config.registration,
      memberships,
      documents,
      connections,
      publicUrl,
      corsOrigins: config.corsOrigins,
      proxies,
      webRoot: WEB_ROOT,
      log,
      now,
      timeout,
    });
    const upgrade = createUpgrade({
      whoIs: accounts.whoIs,
      connections,
      publicUrl,
      proxies,
      logError: (error) => log.error(error),
    });
    const stopSweeping = await sweepDaily({ db, now, log });
    listener.serve((request, response) => app.routing(request, response), upgrade);
    return async () => {
      stopSweeping();
      const closed = listener.close(PATIENCE);
      await connections.close();
      await closed;
      await post?.close();
      await schedule.close();
      await app.close();
      await documents.close();
      await store.close();
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
