import { apply, type Change } from '../domain/change/change.ts';
import type { Crew } from '../domain/crew/crew.ts';
import { emptyCrew } from '../domain/crew/crew-document.ts';
import { broughtBy, linkShifts, withWorkers } from '../domain/crew/link-shifts.ts';
import type { Layout } from '../domain/day/layout.ts';
import { buildLayout } from './builders.ts';

/** A team whose changes are linked as the server links them. */
export function linkedTeam(start: Crew = emptyCrew) {
  let crew = start;
  let made = 0;
  const idFor = () => `id-${String(++made).padStart(4, '0')}`;
  return {
    get crew() {
      return crew;
    },
    make<Body extends Layout | null>(layout: Body, change: Change, document = 'day'): Layout {
      const there = layout ?? (change.type === 'layout.create' ? change.layout : buildLayout());
      const brought = broughtBy(change, layout);
      const linked = brought && linkShifts({ crew, document, layout: there, brought, idFor });
      const outcome = apply(layout, linked ? withWorkers(change, linked.workers) : change);
      if (!outcome.ok) throw new Error(outcome.problem.code);
      if (linked?.learned) this.decide({ type: 'crew.seen', ...linked.learned });
      return outcome.value as Layout;
    },
    decide(change: Change) {
      const outcome = apply(crew, change);
      if (!outcome.ok) throw new Error(outcome.problem.code);
      crew = outcome.value as Crew;
    },
  };
}
