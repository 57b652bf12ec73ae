import { existsSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './endpoint.ts';

/** Where no screen is: calls, files of the build, and what browsers and crawlers ask the root for, such as /robots.txt. */
const isOfFilesOrCalls = /^\/(api(\/|$)|assets\/|[^/]*\.[^/]*$)/;

/**
 * Serves the web app that was built into `root`: its files, and its one page at the address of every screen. Without
 * a build there are no pages, and the rest works.
 */
export async function servePages(app: FastifyInstance, root: string): Promise<void> {
  const isBuilt = existsSync(join(root, 'index.html'));
  if (isBuilt) {
    await app.register(staticFiles, {
      root,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Files under assets/ carry a hash of what is in them; the others are asked for anew each time.
        const isNamedByContent = path.startsWith(join(root, 'assets'));
        reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isScreen = isRead && !isOfFilesOrCalls.test(path);
    if (isBuilt && isScreen) return reply.sendFile('index.html');
    return sendProblem(reply, { code: 'not-found' });
  });
}
