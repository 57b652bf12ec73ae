import { createHash } from 'node:crypto';
import type { Envelope } from '../../contract/changes.ts';
import { costOf } from '../../domain/change/budget.ts';
import type { Change, DocumentBody, SingleChange } from '../../domain/change/change.ts';
import { stepsOf } from '../../domain/change/define-change.ts';
import { isDeleted } from '../../domain/change/deletion.ts';
import type { Crew, Question } from '../../domain/crew/crew.ts';
import { crewDocument, emptyCrew, isCrew } from '../../domain/crew/crew-document.ts';
import { crewIndex } from '../../domain/crew/crew-index.ts';
import {
  type BroughtShift,
  broughtBy,
  type CrewFindings,
  type IdFor,
  linkShifts,
  withWorkers,
} from '../../domain/crew/link-shifts.ts';
import { recordOf } from '../../domain/crew/person-records.ts';
import { daySettings, type Layout } from '../../domain/day/layout.ts';
import { isSameName } from '../../domain/day/same-name.ts';
import { byId } from '../../domain/list/list.ts';
import { settingsOn } from '../../domain/planner/laws/laws.ts';
import type { Team } from '../../domain/team/team.ts';
import { businessDay, type IsoDate } from '../../domain/time/date.ts';
import { type DocumentRef, VersionConflict } from '../database/document-store.ts';
import type { PendingPropagation } from '../database/store.ts';
import { newId } from '../id.ts';
import type { Engine } from './engine.ts';
import {
  areasRenamed,
  type Batch,
  type StagedDocument,
  settingsDiffer,
  stageChange,
} from './staged-document.ts';

/** Changes of a team, or of its crew, that may also change its layouts and templates. */
const reaching: ReadonlySet<SingleChange['type']> = new Set([
  'team.breaks',
  'team.day',
  'team.planning',
  'area.rename',
  'area.delete',
  'person.edit',
  'person.known',
]);
const isOfPerson = (
  step: SingleChange,
): step is Extract<SingleChange, { type: 'person.edit' | 'person.known' }> =>
  step.type === 'person.edit' || step.type === 'person.known';
export const reachesOthers = (change: Change): boolean =>
  stepsOf(change).some((step) => reaching.has(step.type) && !(isOfPerson(step) && step.name === undefined));

const idFrom = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

/** The same for the same change. */
export const reachId = ({ team, document }: DocumentRef, change: string): string =>
  idFrom(team, document, change);

/**
 * How many documents are changed together with their team by default, and how many microseconds by the estimate of `costOf`. The
 * others follow in commits of their own: with hundreds of layouts, everybody's taps would wait for this one.
 */
const usualAtOnce = 40;
const longestAtOnce = 20_000;

type Made = Pick<Envelope, 'id' | 'change'>;

const lastDate: IsoDate = '9999-12-31';

export type TeamPropagation = ReturnType<typeof createTeamPropagation>;

/** Changes of a team also change its templates, and its layouts from today on. */
export function createTeamPropagation({ store, now, timeSlice, mostAtOnce = usualAtOnce }: Engine) {
  const { documents, reaches } = store;
  const todayOf = ({ timeZone, dayStart }: Team): IsoDate => businessDay(now(), timeZone, dayStart);

  /** A change that does not fit the document is left out. */
  function issue(staged: StagedDocument, change: Change, id = newId()): void {
    stageChange(staged, { id, change, author: null, by: null, now: now() });
  }

  async function teamOf(team: string, batch: Batch): Promise<Team | null> {
    const body = (await batch.tryStage({ team, document: team }))?.body;
    return body?.kind === 'team' ? body : null;
  }

  async function reachOf(
    { document, body }: StagedDocument,
    before: DocumentBody | null,
    { id, change }: Made,
    batch: Batch,
  ): Promise<PendingPropagation | null> {
    const { team } = document;
    const means = meaningOf(document, before, body, change);
    const current = means && (await teamOf(team, batch));
    if (!current) return null;
    const origin = { id: reachId(document, id), team, document: document.document, change: id };
    return { ...origin, from: todayOf(current), ...means, at: now() };
  }

  /** The documents that may be reached: layouts, the nearest day first, then templates. */
  async function targetsOf({ team, from, settings, areas, people }: PendingPropagation, batch: Batch | null) {
    const reachesLayouts = settings || areas.length > 0 || people.length > 0;
    const stored = [
      ...(reachesLayouts ? await documents.list(team, 'layout', { from, to: lastDate }) : []),
      ...(areas.length > 0 ? await documents.list(team, 'template') : []),
    ];
    const staged = [...(batch?.documents.values() ?? [])].filter(
      ({ document, changes }) => document.team === team && changes.size > 0,
    );
    const ids = [...stored.map(({ id }) => id), ...staged.map(({ document }) => document.document)];
    return [...new Set(ids)].filter((id) => id !== team && id !== crewDocument);
  }

  /** Changes one document; `once` looks whether that was done before. Returns an estimate of the microseconds it took. */
  async function reachOne(
    reach: PendingPropagation,
    document: string,
    batch: Batch,
    once?: 'once',
  ): Promise<number> {
    const ref = { team: reach.team, document };
    await timeSlice.yieldIfDue();
    const [staged, team] = [await batch.tryStage(ref), await teamOf(reach.team, batch)];
    if (!staged?.body || !team) return 0;
    const cost = costOf(staged.body, { type: 'layout.settings', ...daySettings(team) });
    const needsCrew = reach.people.length > 0 && staged.body.kind === 'layout';
    const crew = needsCrew ? (await batch.tryStage({ ...ref, document: crewDocument }))?.body : null;
    const changes = changesFor(reach, staged.body, team, crew?.kind === 'crew' ? crew : null);
    const [first] = changes;
    // The same each time, so that it is made once.
    const id = idFrom(reach.id, document);
    if (!first || (once && (await documents.findChange(ref, id)))) return cost;
    issue(staged, changes.length === 1 ? first : { type: 'batch', changes }, id);
    return cost;
  }

  return {
    issue,
    targetsOf,
    reachOne,

    async mayReach(team: string, change: Change, batch: Batch): Promise<number> {
      const body = await teamOf(team, batch);
      if (!body) return 0;
      const isAboutAreas = stepsOf(change).some(({ type }) => type.startsWith('area.'));
      const layouts = await documents.list(team, 'layout', { from: todayOf(body), to: lastDate });
      return layouts.length + (isAboutAreas ? (await documents.list(team, 'template')).length : 0);
    },

    /** Changes the nearest days in this batch, and remembers what is left. Does nothing for changes that mean nothing to others. */
    async propagate(
      staged: StagedDocument,
      before: DocumentBody | null,
      made: Made,
      batch: Batch,
    ): Promise<void> {
      const reach = reachesOthers(made.change) ? await reachOf(staged, before, made, batch) : null;
      if (!reach) return;
      const targets = await targetsOf(reach, batch);
      let reached = 0;
      let cost = 0;
      for (const document of targets.slice(0, mostAtOnce)) {
        if (cost > longestAtOnce) break;
        cost += await reachOne(reach, document, batch);
        reached += 1;
      }
      const isWide = reached < targets.length;
      if (isWide && !(await reaches.put(reach)))
        throw new VersionConflict(`another change still reaches the layouts of ${reach.team}`);
      batch.reaches.push({ reach, isWide });
    },

    /** The team's layouts from today on, those of the batch too. */
    async *layoutsFromToday(team: string, batch: Batch): AsyncGenerator<StagedDocument> {
      const body = await teamOf(team, batch);
      if (!body) return;
      const today = todayOf(body);
      const stored = await documents.list(team, 'layout');
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

    /** Gives a restored layout the settings that the team got while the layout was deleted. */
    async updateRestored(staged: StagedDocument, batch: Batch): Promise<void> {
      const body = await teamOf(staged.document.team, batch);
      if (!body || staged.body?.kind !== 'layout') return;
      if (staged.body.date < todayOf(body)) return;
      const settings = settingsOn(body, staged.body.date);
      if (settingsDiffer(staged.body, settings)) issue(staged, { type: 'layout.settings', ...settings });
    },
  };
}

type Meaning = Pick<PendingPropagation, 'settings' | 'areas' | 'people'>;

function meaningOf(
  document: DocumentRef,
  before: DocumentBody | null,
  after: DocumentBody | null,
  change: Change,
): Meaning | null {
  if (before?.kind === 'team' && after?.kind === 'team' && document.document === document.team) {
    const settings =
      settingsDiffer(daySettings(before), daySettings(after)) ||
      before.planning?.jurisdiction !== after.planning?.jurisdiction;
    const areas = areasRenamed(before, [change]);
    return settings || areas.length > 0 ? { settings, areas, people: [] } : null;
  }
  if (before?.kind === 'crew' && after?.kind === 'crew' && isCrew(document)) {
    const people = peopleRenamed(before, after, change);
    return people.length > 0 ? { settings: false, areas: [], people } : null;
  }
  return null;
}

function peopleRenamed(before: Crew, after: Crew, change: Change): PendingPropagation['people'] {
  const named = stepsOf(change).flatMap((step) =>
    isOfPerson(step) && step.name !== undefined ? [step.person] : [],
  );
  return [...new Set(named)].flatMap((person) => {
    const [was, is] = [recordOf(before, person), recordOf(after, person)];
    return !was || !is || was.name === is.name || 'into' in is
      ? []
      : [{ person, was: was.name, is: is.name }];
  });
}

/** Shifts that are called as the person was: another name was typed for that day. */
function renamedShifts({ people }: PendingPropagation, { shifts }: Layout, crew: Crew): SingleChange[] {
  const renamed = people.flatMap(({ person, was, is }) => {
    const ids = new Set(crewIndex(crew).idsOf(person));
    return shifts
      .filter((shift) => shift.person !== undefined && ids.has(shift.person))
      .filter(({ teamMember }) => isSameName(teamMember, was))
      .map((shift) => ({ shift: shift.id, person: shift.person ?? null, teamMember: is }));
  });
  return renamed.length > 0 ? [{ type: 'shift.people', people: renamed }] : [];
}

function changesFor(
  reach: PendingPropagation,
  body: DocumentBody,
  team: Team,
  crew: Crew | null,
): SingleChange[] {
  if (body.kind !== 'template' && body.kind !== 'layout') return [];
  const area = new Map(reach.areas).get(body.area);
  if (body.kind === 'template') return area === undefined ? [] : [{ type: 'template.area', area }];
  if (body.date < reach.from) return [];
  const settings = settingsOn(team, body.date);
  return [
    ...(reach.settings && settingsDiffer(body, settings)
      ? [{ type: 'layout.settings', ...settings } as const]
      : []),
    ...(area === undefined ? [] : [{ type: 'layout.area', area } as const]),
    ...(crew ? renamedShifts(reach, body, crew) : []),
  ];
}

/** Where the same change is made again, nobody is added twice. Nobody can tell a name from it. */
const idsOf =
  ({ team, document }: DocumentRef): IdFor =>
  (what, { id, teamMember }) =>
    idFrom(what, team, document, id, teamMember);

type PersonOfShift = Extract<SingleChange, { type: 'shift.people' }>['people'][number];

/** Shifts that come in are linked to the crew in the same commit, and layouts follow changes of the crew. */
export function createCrewPropagation({ issue, layoutsFromToday }: TeamPropagation) {
  /** Null where the team's crew can't be loaded, or an older document has its id. */
  async function crewOf(team: string, batch: Batch): Promise<StagedDocument | null> {
    const staged = await batch.tryStage({ team, document: crewDocument });
    return staged && (staged.body === null || staged.body.kind === 'crew') ? staged : null;
  }

  const bodyOf = ({ body }: StagedDocument): Crew => (body?.kind === 'crew' ? body : emptyCrew);

  async function learn(learned: CrewFindings, team: string, batch: Batch): Promise<void> {
    const crew = await crewOf(team, batch);
    if (!crew) return;
    const isFirst = crew.body === null;
    if (isFirst) issue(crew, { type: 'crew.create', crew: emptyCrew });
    issue(crew, { type: 'crew.seen', ...learned });
    if (isFirst) await fill(team, batch);
  }

  async function fill(team: string, batch: Batch): Promise<void> {
    for await (const layout of layoutsFromToday(team, batch)) await linkAll(layout, batch);
  }

  /** Links the shifts of a layout that have no person yet. */
  async function linkAll(staged: StagedDocument, batch: Batch): Promise<void> {
    const { body: layout, document } = staged;
    if (layout?.kind !== 'layout') return;
    const brought = new Map(
      layout.shifts.flatMap((shift): [string, BroughtShift][] =>
        shift.person === undefined ? [[shift.id, { shift, before: null }]] : [],
      ),
    );
    const crew = brought.size > 0 ? await crewOf(document.team, batch) : null;
    if (!crew) return;
    const { workers, learned } = linkShifts({
      ...{ crew: bodyOf(crew), document: document.document, layout, brought, idFor: idsOf(document) },
    });
    const people = [...workers].flatMap(([shift, { person, name }]): PersonOfShift[] =>
      person === null ? [] : [{ shift, person, ...(name !== undefined && { teamMember: name }) }],
    );
    if (people.length > 0) issue(staged, { type: 'shift.people', people });
    if (learned) await learn(learned, document.team, batch);
  }

  async function decide(
    { shifts }: Pick<Question, 'shifts'>,
    person: string | null,
    team: string,
    batch: Batch,
  ): Promise<void> {
    for (const [document, asked] of Map.groupBy(shifts, ({ layout }) => layout)) {
      const staged = await batch.tryStage({ team, document });
      if (staged?.body?.kind !== 'layout') continue;
      const people = asked.map(({ shift }) => ({ shift, person }));
      issue(staged, { type: 'shift.people', people });
    }
  }

  return {
    learn,
    linkAll,

    async link(
      change: Change,
      { document, body }: StagedDocument,
      batch: Batch,
    ): Promise<{ readonly change: Change; readonly learned: CrewFindings | null }> {
      const there = body?.kind === 'layout' ? body : null;
      const brought = broughtBy(change, there);
      const layout = there ?? layoutMadeBy(change);
      const crew = brought && layout && (await crewOf(document.team, batch));
      if (!crew) return { change, learned: null };
      const { workers, learned } = linkShifts({
        ...{ crew: bodyOf(crew), document: document.document, layout, brought, idFor: idsOf(document) },
      });
      return { change: withWorkers(change, workers), learned };
    },

    async propagate(
      { document: { team }, body }: StagedDocument,
      before: DocumentBody | null,
      change: Change,
      batch: Batch,
    ): Promise<void> {
      if (body?.kind !== 'crew') return;
      if (before?.kind !== 'crew') return fill(team, batch);
      for (const step of stepsOf(change)) {
        if (step.type === 'question.answer') {
          const question = byId(before.questions, step.question);
          const shifts = question?.shifts.filter(({ shift }) => step.shift === null || shift === step.shift);
          if (shifts) await decide({ shifts }, step.person, team, batch);
        } else if (step.type === 'question.ask') await decide(step.question, null, team, batch);
      }
    },
  };
}

function layoutMadeBy(change: Change): Layout | null {
  const [step] = stepsOf(change);
  return step?.type === 'layout.create' ? step.layout : null;
}
