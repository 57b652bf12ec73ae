import { existsSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isScreenPath } from '../../contract/pages.ts';
import { sendProblem } from './endpoint.ts';

/** Serves the built web app: its files, and its page at the address of every screen. Without a build, only the API works. */
export async function servePages(app: FastifyInstance, root: string): Promise<void> {
  const isBuilt = existsSync(join(root, 'index.html'));
  if (isBuilt) {
    await app.register(staticFiles, {
      root,
      preCompressed: true,
      cacheControl: false,
      // Such as the mark of the build.
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        // Names of files under assets/ contain a hash of their content.
        const hasHash = path.startsWith(join(root, 'assets'));
        reply.header('cache-control', hasHash ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    // The plugin's own route reads the whole folder for each file, to compare the case of its name.
    app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
      reply.sendFile(`assets/${request.params['*']}`),
    );
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isScreen = isRead && isScreenPath(path);
    if (isBuilt && isScreen) return reply.sendFile('index.html');
    return sendProblem(reply, { code: 'not-found' });
  });
}
