import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { plainId } from '../../../contract/changes.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { uploadLogo } from '../../../contract/teams.ts';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { largestLogo, logoAddress } from '../../../domain/team/team.ts';
import type { Documents } from '../../documents/documents.ts';
import { imageType, nameOfImage } from '../../image.ts';
import type { LogoStore, StoredLogo } from '../../store/logo-store.ts';
import { type Serve, sendProblem } from '../endpoint.ts';
import { type Guard, grant, identify } from '../guard.ts';

interface Parts {
  readonly documents: Pick<Documents, 'issue'>;
  readonly logos: LogoStore;
  readonly guard: Guard;
}

/** Beside the contract, whose answers are JSON. */
export const getLogo: Endpoint = {
  method: 'GET',
  path: '/api/teams/:team/logo/:image',
  summary: 'An uploaded logo',
  access: 'member',
  response: z.string(),
  problems: [],
};

const named = z.object({ team: plainId, image: plainId });
const field = 'base64';

/** Uploads by the contract; the pictures themselves beside it, since browsers load them as they are. */
export function serveLogos(app: FastifyInstance, serve: Serve, { documents, logos, guard }: Parts): void {
  serve(uploadLogo, async ({ params: { team }, body }) => {
    const bytes = Buffer.from(body.base64, 'base64');
    if (bytes.length > largestLogo) {
      return refuse('image-too-large', { field, details: { max: Math.floor(largestLogo / 1_000) } });
    }
    // What is no base64 is passed over when it is read.
    const type = bytes.toString('base64') === body.base64 ? imageType(bytes) : null;
    if (type === null) return refuse('image-unreadable', { field });
    return inTurn(() => take({ team, id: nameOfImage(bytes), type, bytes }));
  });

  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: of two at once, neither may remove the picture of the one that is shown. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  async function take(logo: StoredLogo): Promise<Outcome<{ logoUrl: string }>> {
    const { team, id } = logo;
    await logos.put(logo);
    const logoUrl = logoAddress(team, id);
    const shown = await documents.issue({ team, document: team }, { type: 'team.logo', logoUrl });
    if (shown.ok) await logos.keepOnly(team, id);
    // The team was deleted meanwhile, with all pictures that were there.
    else if (shown.problem.code === 'document-missing') await logos.remove(team, id);
    return shown.ok ? done({ logoUrl }) : shown;
  }

  app.get(getLogo.path, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const identified = await identify(guard, request);
    if (!identified.ok) return sendProblem(reply, identified.problem);
    const { caller, cookies } = identified.value;
    if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
    const params = named.safeParse(request.params).data;
    const granted = await grant(getLogo, guard, caller, params?.team);
    if (!granted.ok) return sendProblem(reply, granted.problem);
    const logo = params ? await logos.find(params.team, params.image) : null;
    if (!logo) return sendProblem(reply, { code: 'not-found' });
    return reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .type(logo.type)
      .send(Buffer.from(logo.bytes));
  });
}
