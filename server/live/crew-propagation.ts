import { createHash } from 'node:crypto';
import { type Change, type DocumentBody, type SingleChange, stepsOf } from '../../domain/change/change.ts';
import { type Crew, crewDocument, emptyCrew, type Question } from '../../domain/crew/crew.ts';
import {
  type BroughtShift,
  broughtBy,
  type IdFor,
  type Learned,
  linkShifts,
  withWorkers,
} from '../../domain/crew/link-shifts.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { byId } from '../../domain/list/list.ts';
import type { DocumentRef } from '../database/document-store.ts';
import { newId } from '../id.ts';
import type { Batch } from './batch.ts';
import { type StagedDocument, stageChange } from './staged-document.ts';
import type { TeamPropagation } from './team-propagation.ts';

/** A change with the people of the shifts that it brings, and what the crew learns once it is made. */
export interface LinkedChange {
  readonly change: Change;
  readonly learned: Learned | null;
}

/** Shifts that come in are linked to the crew in the same commit, and layouts follow changes of the crew. */
export interface CrewPropagation {
  link(change: Change, staged: StagedDocument, batch: Batch): Promise<LinkedChange>;
  learn(learned: Learned, team: string, batch: Batch): Promise<void>;
  /** What a change of a crew means for layouts. */
  propagate(staged: StagedDocument, before: DocumentBody | null, change: Change, batch: Batch): Promise<void>;
  /** Links the shifts of a layout that have no person yet. */
  linkAll(staged: StagedDocument, batch: Batch): Promise<void>;
}

/** Where the same change is made again, nobody is added twice. Nobody can tell a name from it. */
const idsOf =
  ({ team, document }: DocumentRef): IdFor =>
  (what, { id, teamMember }) =>
    createHash('sha256')
      .update(JSON.stringify([what, team, document, id, teamMember]))
      .digest('base64url')
      .slice(0, 22);

type PersonOfShift = Extract<SingleChange, { type: 'shift.people' }>['people'][number];

interface Dependencies {
  readonly now: () => number;
  readonly layoutsFromToday: TeamPropagation['layoutsFromToday'];
}

export function createCrewPropagation({ now, layoutsFromToday }: Dependencies): CrewPropagation {
  function issue(staged: StagedDocument, change: Change): void {
    stageChange(staged, { id: newId(), change, author: null, by: null, now: now() });
  }

  /** Null where the team's crew can't be loaded, or an older document has its id. */
  async function crewOf(team: string, batch: Batch): Promise<StagedDocument | null> {
    const staged = await batch.tryStage({ team, document: crewDocument });
    return staged && (staged.body === null || staged.body.kind === 'crew') ? staged : null;
  }

  const bodyOf = ({ body }: StagedDocument): Crew => (body?.kind === 'crew' ? body : emptyCrew);

  async function learn(learned: Learned, team: string, batch: Batch): Promise<void> {
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

    async link(change, { document, body }, batch) {
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

    async propagate({ document: { team }, body }, before, change, batch) {
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
