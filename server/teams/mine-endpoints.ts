import { findMe, getNextDay, linkMe, unlinkMe } from '../../contract/mine.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { CreateLimit } from '../auth/throttle/shared-limits.ts';
import { authorOf } from '../door/author.ts';
import type { Serve } from '../door/endpoint.ts';
import type { CrewLinks } from './crew-links.ts';

/** Of one person, an hour: nobody learns the names of a crew by trying them, also as the name of their account. */
const MOST_NAMES = 30;
const MOST_OTHERS = 300;
const HOUR = 3_600_000;

export function serveMine(
  serve: Serve,
  { links, createLimit }: { readonly links: CrewLinks; readonly createLimit: CreateLimit },
): void {
  const names = createLimit('names of the crew', MOST_NAMES, HOUR);
  const others = createLimit('own person', MOST_OTHERS, HOUR);
  const limited = async <T>(user: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    (await others.add(user)) ? work() : refuse('too-many-requests');

  serve(findMe, ({ params, caller, query }) =>
    limited(caller.user.id, async () => {
      const { name: typed } = query;
      const tries = await names.add(caller.user.id);
      if (typed !== undefined && !tries) return refuse('too-many-requests');
      return done(await links.find(params.team, caller.user, { typed, tries }));
    }),
  );

  serve(linkMe, (request) =>
    limited(request.caller.user.id, async () => {
      const { device = '' } = authorOf(request);
      const by = { user: request.caller.user, device };
      const linked = await links.link(request.params.team, by, request.body.person);
      return linked.ok ? done({}) : linked;
    }),
  );

  serve(unlinkMe, (request) =>
    limited(request.caller.user.id, async () => {
      const { device } = authorOf(request);
      const unlinked = await links.unlink(request.params.team, request.caller.user.id, device);
      return unlinked.ok ? done({}) : unlinked;
    }),
  );

  serve(getNextDay, ({ params, caller }) =>
    limited(caller.user.id, async () => done({ day: await links.nextDay(params.team, caller.user.id) })),
  );
}
