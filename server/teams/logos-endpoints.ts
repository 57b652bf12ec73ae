import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { uploadLogo } from '../../contract/teams.ts';
import { linkedLogoPath } from '../../domain/team/team.ts';
import { authorOf } from '../door/author.ts';
import { type Serve, sendProblem } from '../door/endpoint.ts';
import { authorize, type Guard } from '../door/guard.ts';
import type { StoredLogo } from '../store/logo-store.ts';
import type { Logos } from './logos.ts';

/** Not in the contract, whose responses are JSON. */
export const getLogo: Endpoint = {
  method: 'GET',
  path: '/api/teams/:team/logo/:image',
  summary:
    'The picture of the logo: an uploaded one, or with `linked` and an `address` that of the team’s logo URL',
  access: 'viewer',
  response: z.string(),
  problems: [],
};

const query = z.object({ address: z.string().check(z.maxLength(2_000)) });

/** An SVG that is opened by itself runs and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function serveLogos(app: FastifyInstance, serve: Serve, logos: Logos, guard: Guard): void {
  serve(uploadLogo, ({ params, body, ...request }) =>
    logos.upload(authorOf(request), params.team, body.base64),
  );

  app.get(getLogo.path, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const authorized = await authorize(guard, getLogo, request, reply);
    if (!authorized.ok) return sendProblem(reply, authorized.problem);
    const { team = '', image = '' } = authorized.value.params ?? {};
    let logo: StoredLogo | null = null;
    if (image === linkedLogoPath) {
      const { data } = query.safeParse(request.query);
      logo = data ? await logos.findLinked(team, data.address) : null;
    } else {
      logo = await logos.find(team, image);
    }
    if (!logo) return sendProblem(reply, { code: 'not-found' });
    return reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', policy)
      .type(logo.type)
      .send(Buffer.from(logo.bytes));
  });
}
