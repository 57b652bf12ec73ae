import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { uploadLogo } from '../../../contract/teams.ts';
import type { Logos } from '../../teams/logos.ts';
import { authorOf } from '../documents/author.ts';
import { type Serve, sendProblem } from '../endpoint.ts';
import { authorize, type Guard } from '../guard.ts';

/** Not in the contract, whose responses are JSON. */
export const getLogo: Endpoint = {
  method: 'GET',
  path: '/api/teams/:team/logo/:image',
  summary: 'An uploaded logo',
  access: 'viewer',
  response: z.string(),
  problems: [],
};

export function serveLogos(app: FastifyInstance, serve: Serve, logos: Logos, guard: Guard): void {
  serve(uploadLogo, ({ params, body, ...request }) =>
    logos.upload(authorOf(request), params.team, body.base64),
  );

  app.get(getLogo.path, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const authorized = await authorize(guard, getLogo, request, reply);
    if (!authorized.ok) return sendProblem(reply, authorized.problem);
    const { team = '', image = '' } = authorized.value.params ?? {};
    const logo = await logos.find(team, image);
    if (!logo) return sendProblem(reply, { code: 'not-found' });
    return reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .type(logo.type)
      .send(Buffer.from(logo.bytes));
  });
}
