import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { createRateLimit } from '../auth/throttle/rate-limit.ts';

/** Browsers post here what the content security policy has stopped. */
export const reportPath = '/api/csp-reports';

/** Reports of one address a minute, since one page can send many. */
const MOST_REPORTS = 20;
/** Different reports that are logged while the server runs. */
const MOST_LOGGED = 200;

const text = z.catch(z.string(), '');
const report = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'line-number': z.catch(z.number(), 0),
    'script-sample': text,
  }),
});

/** Logs each kind of report once. Text of the page, which a sample can contain, is left out. */
export function serveCspReports(app: FastifyInstance, now: () => number): void {
  const limit = createRateLimit(MOST_REPORTS, now);
  const logged = new Set<string>();
  // In a scope of its own, so that no other route takes this type: browsers send it for pages of other sites, too.
  app.register(async (scope) => {
    const parse = scope.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser('application/csp-report', { parseAs: 'string' }, parse);
    scope.post(reportPath, async (request, reply) => {
      const parsed = z.safeParse(report, request.body);
      if (parsed.success && limit.add(request.place)) {
        const found = parsed.data['csp-report'];
        const details = {
          directive: short(found['effective-directive']),
          blocked: short(withoutSecrets(found['blocked-uri'])),
          source: short(withoutSecrets(found['source-file'])),
          line: found['line-number'],
          sink: short(found['script-sample'].split('|', 1)[0] ?? ''),
        };
        const key = JSON.stringify(details);
        if (!logged.has(key) && logged.size < MOST_LOGGED) {
          logged.add(key);
          request.log.warn(details, 'A browser stopped something that the content security policy forbids');
        }
      }
      return reply.status(204).send();
    });
  });
}

/** Of a page only its origin: paths such as that of an invite link are secrets. */
function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  if (!url) return address.split(/[/?#]/, 1)[0] ?? '';
  if (url.origin === 'null') return url.protocol;
  return url.origin + (/\.\w+$/.test(url.pathname) ? url.pathname : '');
}

const short = (value: string): string => value.slice(0, 100);
