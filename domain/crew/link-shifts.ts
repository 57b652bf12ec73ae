import type { Layout } from '../day/layout.ts';
import { isSameName, wordsOf } from '../day/same-name.ts';
import type { Shift } from '../day/shift.ts';
import { isByHand } from '../day/walk-in.ts';
import { type Span, spanOf } from '../time/clock-time.ts';
import type { BroughtShift, Worker } from './brought-shifts.ts';
import { type Crew, crewIndex, crewLimit, newPerson, type Person, providerKey } from './crew.ts';
import { createLearning, type IdFor, type Learned } from './learning.ts';
import { isLikely, peopleOf } from './name-matching.ts';

interface Linking {
  readonly crew: Crew;
  /** The id of the layout. */
  readonly document: string;
  readonly layout: Pick<Layout, 'date' | 'dayStart' | 'shifts'>;
  readonly brought: ReadonlyMap<string, BroughtShift>;
  /** Always the same for the same shift and purpose, so that a retry adds nobody twice. */
  readonly idFor: IdFor;
}

/** Schedules whose ids of people are from whatever file somebody chose: the name has to fit, too. */
const files: ReadonlySet<string> = new Set(['csv']);

/**
 * Finds who works shifts that come in: by the schedule's id of the person, then by exactly the same name. Where a name only may
 * be somebody's, or is several people's, nobody is guessed: a question is asked. Everyone else is new.
 */
export function linkShifts({ crew, document, layout, brought, idFor }: Linking): {
  readonly workers: ReadonlyMap<string, Worker>;
  readonly learned: Learned | null;
} {
  const people = peopleOf(crew);
  const index = crewIndex(crew);
  const rootOf = (id: string): string => index.personOf(id)?.id ?? id;
  const learning = createLearning(crew, { document, date: layout.date, idFor });
  const spans = new Map<string, Span>();
  const spanFor = (shift: Shift): Span => {
    const span = spans.get(shift.id) ?? spanOf(shift, layout.dayStart);
    spans.set(shift.id, span);
    return span;
  };
  const overlap = (one: Shift, other: Shift): boolean =>
    spanFor(one).start < spanFor(other).end && spanFor(other).start < spanFor(one).end;

  /** The day's shifts by who works them, as far as that is known. */
  const working = new Map<string, Shift[]>();
  const work = (person: string, shift: Shift) => {
    const root = rootOf(person);
    working.set(root, [...(working.get(root) ?? []), shift]);
  };
  for (const shift of layout.shifts)
    if (shift.person !== undefined && !brought.has(shift.id)) work(shift.person, shift);

  const doubtful = doubtfulNames(
    [...brought.values()].map(({ shift }) => shift),
    overlap,
  );
  const workers = new Map<string, Worker>();
  let room = crewLimit - crew.people.length - crew.merged.length;

  function link(shift: Shift, person: Person): void {
    workers.set(shift.id, { person: person.id, name: nameFor(shift, person) });
    work(person.id, shift);
    learning.saw(person, shift);
  }

  /** A name that a manager typed stands on the board, too. */
  function nameFor({ told, teamMember }: Shift, { id }: Person): string | undefined {
    const root = index.personOf(id);
    return told && root?.named && teamMember === told.teamMember ? root.name : undefined;
  }

  function add(shift: Shift): void {
    if (room <= 0) {
      workers.set(shift.id, { person: null });
      return;
    }
    room -= 1;
    const { provider } = shift;
    const id = idToldOf(shift);
    const told = id === null ? [] : [{ provider, id, name: shift.teamMember }];
    const person = { ...newPerson(idFor('person', shift), shift.teamMember.trim()), providerIds: told };
    people.add(person);
    link(shift, person);
  }

  function workerOf({ shift, before }: BroughtShift): Person | 'new' | 'unclear' {
    const { teamMember: name, provider } = shift;
    const id = idToldOf(shift);
    const given = before === null && shift.person !== undefined ? crewRecord(shift.person) : undefined;
    if (given) return given;
    const told = id === null ? undefined : people.byProvider(providerKey({ provider, id }));
    if (told && (!files.has(provider) || isLikely(told, name))) return told;
    /** Two ids of one schedule are two people. */
    const fits = (person: Person) =>
      id === null ||
      !index
        .recordsOf(person.id)
        .concat(person)
        .some(({ providerIds }) => providerIds.some((each) => each.provider === provider && each.id !== id));
    const exact = distinct(people.named(name).filter(fits));
    const [only] = exact;
    if (only && exact.length === 1) {
      const isBusy =
        id === null && (working.get(rootOf(only.id)) ?? []).some((other) => overlap(other, shift));
      const isDoubtful = doubtful.has(doubtKey(shift)) && crewRecord(only.id) !== undefined;
      if (!isBusy && !isDoubtful) return only;
    }
    const mine = before?.person === undefined ? undefined : crewRecord(before.person);
    // 'Maria' who becomes 'Maria Garcia' is still the same.
    if (!only && mine && isLikely(mine, name)) return mine;
    // A schedule writes a person's name in one way; people who type don't.
    const isElse = (person: Person) =>
      !isByHand({ provider }) &&
      (working.get(rootOf(person.id)) ?? []).some(
        (other) => other.provider === provider && !isSameName(other.teamMember, name),
      );
    const likely = only ? exact : people.likely(name).filter((each) => fits(each) && !isElse(each));
    return likely.length === 0 ? 'new' : 'unclear';
  }

  const crewRecord = (id: string): Person | undefined => index.recordsOf(id).find((each) => each.id === id);
  const distinct = (records: readonly Person[]): readonly Person[] => [
    ...new Map(records.map((each) => [rootOf(each.id), each])).values(),
  ];

  for (const each of brought.values()) {
    const { shift } = each;
    const worker = workerOf(each);
    if (worker === 'new') add(shift);
    else if (worker === 'unclear') {
      workers.set(shift.id, { person: null });
      learning.ask(shift, idToldOf(shift));
    } else link(shift, worker);
  }
  return { workers, learned: learning.result() };
}

/** What the schedule calls the person, unless somebody typed another name since. */
export const idToldOf = ({ told, teamMember }: Shift): string | null =>
  told?.person !== undefined && isSameName(told.teamMember, teamMember) ? told.person : null;

const doubtKey = (shift: Shift): string =>
  `${idToldOf(shift) === null ? '' : shift.provider}/${wordsOf(shift.teamMember).join(' ')}`;

/** Names that come in for several people at once: twice at one time, or with several ids. */
function doubtfulNames(
  shifts: readonly Shift[],
  overlap: (one: Shift, other: Shift) => boolean,
): ReadonlySet<string> {
  const byName = new Map<string, Shift[]>();
  for (const shift of shifts) {
    const key = doubtKey(shift);
    byName.set(key, [...(byName.get(key) ?? []), shift]);
  }
  const isDoubtful = (sharing: readonly Shift[]): boolean => {
    const ids = new Set(sharing.map(idToldOf));
    if (!ids.has(null)) return ids.size > 1;
    return sharing.some((one, at) => sharing.slice(at + 1, at + 10).some((other) => overlap(one, other)));
  };
  return new Set(
    [...byName].filter(([, sharing]) => sharing.length > 1 && isDoubtful(sharing)).map(([key]) => key),
  );
}
