import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { largestMessage } from '../../contract/live.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { Attempts } from '../auth/attempts.ts';
import { createInvitations } from '../auth/invitations.ts';
import type { Memberships } from '../auth/memberships.ts';
import type { Documents } from '../documents/documents.ts';
import type { Connections } from '../documents/live-connection.ts';
import type { Store } from '../store/store.ts';
import { type AccountParts, serveAccount } from './account.ts';
import { serveAuth } from './auth.ts';
import { serveDocuments } from './documents.ts';
import { createServe, sendProblem } from './endpoint.ts';
import { describeApi } from './openapi.ts';
import { servePages } from './pages.ts';
import { type ResetParts, servePasswordResets } from './password-resets.ts';
import { addSafety } from './safety.ts';
import { serveTeams } from './teams.ts';
import { serveWays } from './ways.ts';

export interface AppParts extends AccountParts, ResetParts {
  readonly passwordMinimum: number;
  readonly store: Store;
  readonly accounts: Accounts;
  readonly attempts: Attempts;
  readonly memberships: Memberships;
  readonly documents: Documents;
  readonly connections: Connections;
  readonly publicUrl: URL | null;
  /** Where the built web app is. */
  readonly webRoot: string;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
}

/** All that is answered over HTTP. It does not listen by itself. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { store, accounts, attempts, memberships, documents, connections, publicUrl, log, now } = parts;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestMessage,
    // Behind a proxy its word counts for the caller's address; without one, nobody's does.
    trustProxy: publicUrl ? 'loopback,uniquelocal' : false,
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be decoded never reaches the hooks.
    frameworkErrors: (_, __, reply) => sendProblem(reply, { code: 'not-found' }),
  });
  app.removeContentTypeParser('text/plain');
  await addSafety(app, publicUrl);
  await app.register(rateLimit, { global: false });

  app.get('/healthz', async () => ({ status: 'ready' }));
  const description = describeApi();
  app.get('/api/openapi.json', async () => description);

  const serve = createServe(app, { whoIs: accounts.whoIs, role: store.members.role });
  serveAuth(serve, { accounts, attempts, memberships, connections });
  serveAccount(serve, parts);
  servePasswordResets(serve, parts);
  serveWays(serve, {
    passwordMinimum: parts.passwordMinimum,
    provider: null,
    passkeys: false,
    resetByEmail: parts.resetMail !== null,
  });
  serveTeams(serve, {
    documents,
    members: store.members,
    memberships,
    invitations: createInvitations({ invitations: store.invitations, members: store.members, now }),
    connections,
    now,
  });
  serveDocuments(serve, documents);
  await servePages(app, parts.webRoot);
  await app.ready();
  return app;
}
