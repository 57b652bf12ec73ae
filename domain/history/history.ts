import type { Change, ChangeOf, DocumentBody, SingleChange } from '../change/change.ts';
import { mapSteps, stepsOf } from '../change/define-change.ts';
import { inverse } from '../change/inverse.ts';
import { aboutSeats } from '../change/what-changed.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { bringsRecords, saysWhoIsThere } from './day-records.ts';
import { longestPhrase, phraseOf } from './phrases.ts';
import type { Say } from './saying.ts';
import type { Topic } from './topics.ts';

export interface Undone {
  readonly version: number;
  readonly by: string | null;
  readonly did: string;
}

/** What is stored with a change for people to read later. The author's name is looked up when it is read. */
export interface ChangeRecord {
  /** What its author did: 'started Sam Lee’s break'. */
  readonly did: string;
  readonly topics: readonly Topic[];
  /** Where it was made, such as 'Chrome on Android'. */
  readonly device?: string;
  /** When its author made it, if it reached the server later. */
  readonly madeAt?: number;
  readonly undoes?: Undone;
  readonly seen?: number;
  /** What takes back the answers that it gave to questions about people. */
  readonly answered?: readonly ChangeOf<'question.ask'>[];
}

/** In characters. */
export const deviceLimit = 40;

export interface RecordedAt {
  readonly at: number;
  readonly device?: string | undefined;
  readonly undoes?: Undone | undefined;
  readonly seen?: number | undefined;
}

export function recordOf(
  before: DocumentBody | null,
  change: Change,
  after: DocumentBody | null,
  { at, device, undoes, seen }: RecordedAt,
  say: Say,
): ChangeRecord {
  const madeAt = madeAtOf(change);
  const answered = answeredBy(before, change, after);
  return {
    did: phraseOf(before, change, after, say),
    topics: topicsOf(change),
    ...(device && { device: device.slice(0, deviceLimit) }),
    ...(madeAt !== null && minuteOf(madeAt) < minuteOf(at) && { madeAt }),
    ...(undoes && { undoes }),
    ...(seen !== undefined && { seen }),
    ...(answered.length > 0 && { answered }),
  };
}

function answeredBy(
  before: DocumentBody | null,
  change: Change,
  after: DocumentBody | null,
): readonly ChangeOf<'question.ask'>[] {
  if (!stepsOf(change).some(({ type }) => type === 'question.answer')) return [];
  const back = inverse(before, change, after);
  return back ? stepsOf(back).filter((step) => step.type === 'question.ask') : [];
}

/** Takes back the answers that a change gave exactly as they were given: what an answer taught isn't the page's to say. */
export function asAnswered(
  undo: Change,
  { answered = [] }: Partial<Pick<ChangeRecord, 'answered'>>,
): Outcome<Change> {
  let isKnown = true;
  const known = mapSteps(undo, (step) => {
    if (step.type !== 'question.ask') return step;
    const found = answered.find(({ question }) => question.id === step.question.id);
    isKnown &&= found !== undefined;
    return found ?? step;
  });
  return isKnown ? done(known) : refuse('answer-not-yours');
}

/** What is kept longer than the rest of history: breaks, and who was where. */
export const isAboutBreaksOrSeats = (change: Change): boolean =>
  bringsRecords(change) ||
  saysWhoIsThere(change) ||
  topicsOf(change).some((topic) => topic === 'breaks' || topic === 'positions') ||
  stepsOf(change).some((step) => 'seats' in step && step.seats.length > 0);

export const topicsOf = (change: Change): readonly Topic[] =>
  change.type === 'batch' ? [...new Set(change.changes.map(topicOf))] : [topicOf(change)];

function topicOf({ type }: SingleChange): Topic {
  if (aboutSeats.has(type)) return 'positions';
  const noun = type.slice(0, Math.max(0, type.indexOf('.')));
  return byNoun[noun] ?? 'documents';
}

const byNoun: Readonly<Record<string, Topic>> = {
  break: 'breaks',
  seats: 'positions',
  plan: 'positions',
  shift: 'shifts',
  schedule: 'shifts',
  notes: 'notes',
  rotation: 'plan',
  chart: 'plan',
  subarea: 'plan',
  position: 'plan',
  team: 'team',
  area: 'team',
  crew: 'crew',
  person: 'crew',
  station: 'crew',
  question: 'crew',
};

/** What clocks show changes with it, in every zone. */
const minuteOf = (at: number): number => Math.floor(at / 60_000);

/** A press, a call-out and a lateness are made at a moment, which screens show; other changes happen when they arrive. */
function madeAtOf(change: Change): number | null {
  const [step] = stepsOf(change);
  return step && 'at' in step ? step.at : null;
}

export const undoneDid = ({ did, undoes }: Pick<ChangeRecord, 'did' | 'undoes'>): string =>
  (undoes ? `undid ‘${undoes.did}’` : did).slice(0, longestPhrase);

/** 'Ann Lee started Sam Ray’s break', 'Bob Fox undid Ann Lee’s change: “started Sam Ray’s break”'. */
export function sentenceOf(
  { did, undoes }: Pick<ChangeRecord, 'did' | 'undoes'>,
  who: string,
  nameOf: (user: string | null) => string,
): string {
  if (!undoes) return `${who} ${did}`;
  const whose = nameOf(undoes.by);
  return whose === who ? `${who} undid: “${undoes.did}”` : `${who} undid ${whose}’s change: “${undoes.did}”`;
}
