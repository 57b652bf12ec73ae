import type { FastifyInstance } from 'fastify';
import { deleteAccount } from '../../contract/account.ts';
import { signOut } from '../../contract/auth.ts';

const endings: ReadonlySet<string | undefined> = new Set([signOut.path, deleteAccount.path]);

/**
 * Has the browser forget pages and pictures when someone signs out; browsers do so on https only. Not "storage", where
 * unsent changes and the offline app are, and not "cookies", which would also delete those of other sites of the domain, and
 * those by which this device is known.
 */
export function addClearSiteData(app: FastifyInstance): void {
  app.addHook('onSend', async ({ isHttps, routeOptions }, reply) => {
    if (isHttps && reply.statusCode === 200 && endings.has(routeOptions.url)) {
      reply.header('clear-site-data', '"cache"');
    }
  });
}
