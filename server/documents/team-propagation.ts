import { type Change, type DocumentBody, type SingleChange, stepsOf } from '../../domain/change/change.ts';
import { isDeleted } from '../../domain/layout/deletion.ts';
import { daySettings } from '../../domain/layout/layout.ts';
import { parseName } from '../../domain/problem/name.ts';
import type { Team } from '../../domain/team/team.ts';
import { businessDay, type IsoDate } from '../../domain/time/date.ts';
import { newId } from '../id.ts';
import type { DocumentStore } from '../store/document-store.ts';
import type { Batch, TeamEffects } from './batch.ts';
import { documentKey } from './document-cache.ts';
import { type StagedDocument, settingsDiffer, stageChange } from './staged-document.ts';
import type { TimeSlice } from './time-slice.ts';

/** Changes of a team also change its templates, and its layouts from today on, in the same commit. */
export interface TeamPropagation {
  /** Null when the change means nothing for the team's other documents. */
  effectsOf(staged: StagedDocument, before: DocumentBody | null, change: Change): TeamEffects | null;
  /** Leaves out documents whose `documentKey` is in `known`. */
  propagate(effects: TeamEffects, batch: Batch, known?: ReadonlySet<string>): Promise<void>;
  /** Gives a restored layout the settings that the team got while the layout was deleted. */
  updateRestored(staged: StagedDocument, batch: Batch): Promise<void>;
  /** The team's layouts from today on, those of the batch too. */
  layoutsFromToday(team: string, batch: Batch): AsyncGenerator<StagedDocument>;
}

interface TeamPropagationDependencies {
  readonly store: Pick<DocumentStore, 'list'>;
  readonly now: () => number;
  readonly timeSlice: TimeSlice;
}

export function createTeamPropagation(dependencies: TeamPropagationDependencies): TeamPropagation {
  const { store, now, timeSlice } = dependencies;
  const todayOf = ({ timeZone, dayStart }: Team): IsoDate => businessDay(now(), timeZone, dayStart);

  /** A change by the server itself. One that does not fit the document is left out. */
  function issue(staged: StagedDocument, change: Change): void {
    stageChange(staged, { id: newId(), change, author: null, by: null, now: now() });
  }

  return {
    effectsOf({ document, body }, before, change) {
      if (body?.kind !== 'team' || before?.kind !== 'team' || document.document !== document.team) {
        return null;
      }
      const [oldSettings, newSettings] = [daySettings(before), daySettings(body)];
      const settings = settingsDiffer(oldSettings, newSettings) ? newSettings : null;
      const renamedAreas = areasRenamed(before, change);
      if (settings === null && renamedAreas.size === 0) return null;
      return { team: document.team, body, settings, renamedAreas };
    },

    async propagate(effects, batch, known) {
      const { team, body, renamedAreas } = effects;
      const today = todayOf(body);
      const stored = [
        ...(await store.list(team, 'layout')),
        ...(renamedAreas.size > 0 ? await store.list(team, 'template') : []),
      ];
      const staged = [...batch.documents.values()].filter(({ document }) => document.team === team);
      const ids = new Set([
        ...stored.map(({ id }) => id),
        ...staged.map(({ document }) => document.document),
      ]);
      const dates = new Map(stored.map(({ id, date }) => [id, date]));
      for (const document of ids) {
        if ((dates.get(document) ?? today) < today || known?.has(documentKey({ team, document }))) continue;
        await timeSlice.yieldIfDue();
        const reached = await batch.tryStage({ team, document });
        if (!reached) continue;
        for (const change of changesFor(effects, reached.body, today)) issue(reached, change);
      }
    },

    async *layoutsFromToday(team, batch) {
      const body = (await batch.tryStage({ team, document: team }))?.body;
      if (body?.kind !== 'team') return;
      const today = todayOf(body);
      const stored = await store.list(team, 'layout');
      const dated = new Map(stored.map(({ id, date }) => [id, date]));
      const staged = [...batch.documents.values()].filter(({ document }) => document.team === team);
      for (const document of new Set([...dated.keys(), ...staged.map((each) => each.document.document)])) {
        if ((dated.get(document) ?? today) < today) continue;
        await timeSlice.yieldIfDue();
        const reached = await batch.tryStage({ team, document });
        if (reached?.body?.kind === 'layout' && reached.body.date >= today && !isDeleted(reached.body))
          yield reached;
      }
    },

    async updateRestored(staged, batch) {
      const { team } = staged.document;
      const body = (await batch.tryStage({ team, document: team }))?.body;
      if (body?.kind !== 'team' || staged.body?.kind !== 'layout') return;
      if (staged.body.date < todayOf(body)) return;
      const settings = daySettings(body);
      if (settingsDiffer(staged.body, settings)) issue(staged, { type: 'layout.settings', ...settings });
    },
  };
}

function areasRenamed({ areas }: Team, change: Change): ReadonlyMap<string, string> {
  const names = new Map(areas.map((area) => [area, area]));
  for (const step of stepsOf(change)) {
    if (step.type !== 'area.rename' && step.type !== 'area.delete') continue;
    const [original] = [...names].find(([, current]) => current === step.area) ?? [];
    if (original === undefined) continue;
    const name = step.type === 'area.rename' ? parseName(step.name, 'name') : null;
    if (name?.ok) names.set(original, name.value);
    else names.delete(original);
  }
  return new Map([...names].filter(([original, current]) => original !== current));
}

/** What the effects change in one template, or in one layout from today on. */
function changesFor(effects: TeamEffects, body: DocumentBody | null, today: IsoDate): SingleChange[] {
  if (body?.kind !== 'template' && body?.kind !== 'layout') return [];
  const area = effects.renamedAreas.get(body.area);
  if (body.kind === 'template') return area === undefined ? [] : [{ type: 'template.area', area }];
  if (body.date < today) return [];
  return [
    ...(effects.settings && settingsDiffer(body, effects.settings)
      ? [{ type: 'layout.settings', ...effects.settings } as const]
      : []),
    ...(area === undefined ? [] : [{ type: 'layout.area', area } as const]),
  ];
}
