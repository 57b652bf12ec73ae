import type { Change, SingleChange } from '../change/change.ts';
import { mapSteps, stepsOf } from '../change/define-change.ts';
import type { Layout } from '../day/layout.ts';
import { isSameName, wordsOf } from '../day/same-name.ts';
import { jobOf, type Shift } from '../day/shift.ts';
import { isByHand } from '../day/walk-in.ts';
import { grouped } from '../list/list.ts';
import { overlaps } from '../time/clock-time.ts';
import {
  askedShiftLimit,
  type Crew,
  crewLimit,
  type Person,
  personListLimit,
  type Question,
  questionLimit,
  type SeenPerson,
} from './crew.ts';
import { crewIndex, newPerson, providerKey } from './crew-index.ts';
import { isLikely, isLikelyByFirstName, peopleOf } from './name-matching.ts';

export interface BroughtShift {
  readonly shift: Shift;
  readonly before: Shift | null;
}

/** Who works a shift: a record of the crew, or null for nobody that is known. */
interface Worker {
  readonly person: string | null;
  /** What the crew calls them, where that is not what the schedule says. */
  readonly name?: string | undefined;
}

const bringing: ReadonlySet<string> = new Set(['shift.add', 'shift.edit', 'schedule.take', 'layout.create']);

/** By their ids; null for a change that brings none, as most do. */
export function broughtBy(change: Change, layout: Layout | null): ReadonlyMap<string, BroughtShift> | null {
  const steps = stepsOf(change);
  if (!steps.some(({ type }) => bringing.has(type))) return null;
  const brought = new Map<string, BroughtShift>();
  let there: ReadonlyMap<string, Shift> | null = null;
  const find = (id: string): Shift | undefined => {
    there ??= new Map((layout?.shifts ?? []).map((shift) => [shift.id, shift]));
    return brought.get(id)?.shift ?? there.get(id);
  };
  const add = (shift: Shift) => void brought.set(shift.id, { shift, before: null });
  const edit = (
    id: string,
    { person, ...fields }: Partial<Omit<Shift, 'person'>> & { person?: string | null },
  ) => {
    const before = find(id);
    if (!before) return;
    const edited = { ...before, ...fields, ...(person && { person }) };
    const isSame = edited.teamMember === before.teamMember && edited.told?.person === before.told?.person;
    // A person who is told is taken over.
    if (!isSame || person) brought.set(id, { shift: edited, before: person ? null : before });
  };
  for (const step of steps) {
    if (step.type === 'layout.create') step.layout.shifts.forEach(add);
    else if (step.type === 'shift.add') add(step.shift);
    else if (step.type === 'shift.edit') {
      const { type: _, shift, ...fields } = step;
      if (fields.teamMember !== undefined || fields.person !== undefined) edit(shift, fields);
    } else if (step.type === 'schedule.take') {
      step.add.forEach(add);
      for (const { shift, told, ...fields } of step.edit) edit(shift, { ...fields, ...(told && { told }) });
    }
  }
  return brought.size > 0 ? brought : null;
}

export function withWorkers(change: Change, workers: ReadonlyMap<string, Worker>): Change {
  const working = (shift: Shift): Shift => {
    const worker = workers.get(shift.id);
    if (!worker) return shift;
    const { person: _, ...rest } = shift;
    return {
      ...rest,
      ...(worker.name !== undefined && { teamMember: worker.name }),
      ...(worker.person !== null && { person: worker.person }),
    };
  };
  return mapSteps(change, (step): SingleChange => {
    switch (step.type) {
      case 'layout.create':
        return { ...step, layout: { ...step.layout, shifts: step.layout.shifts.map(working) } };
      case 'shift.add':
        return { ...step, shift: working(step.shift) };
      case 'shift.edit':
        return { ...step, ...personOf(workers.get(step.shift)) };
      case 'schedule.take':
        return {
          ...step,
          add: step.add.map(working),
          edit: step.edit.map((each) => ({ ...each, ...personOf(workers.get(each.shift)) })),
        };
      default:
        return step;
    }
  });
}

const personOf = (worker: Worker | undefined) => worker && { person: worker.person };

interface Linking {
  readonly crew: Crew;
  readonly document: string;
  readonly layout: Pick<Layout, 'date' | 'dayStart' | 'shifts'>;
  readonly brought: ReadonlyMap<string, BroughtShift>;
  /** Always the same for the same shift and purpose, so that a retry adds nobody twice. */
  readonly idFor: IdFor;
}

/** Schedules whose ids of people are from whatever file somebody chose: the name has to fit, too. */
const files: ReadonlySet<string> = new Set(['csv']);

/** By the schedule's id of the person, then by exactly the same name. Where a name is doubtful, nobody is guessed: a question is asked. */
export function linkShifts({ crew, document, layout, brought, idFor }: Linking): {
  readonly workers: ReadonlyMap<string, Worker>;
  readonly learned: CrewFindings | null;
} {
  const people = peopleOf(crew);
  const index = crewIndex(crew);
  const rootOf = (id: string): string => index.personOf(id)?.id ?? id;
  const learning = createLearning(crew, { document, date: layout.date, idFor });
  const overlap = (one: Shift, other: Shift): boolean => overlaps(one, other, layout.dayStart);

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
    if (!only && mine && isLikelyByFirstName(mine, name)) return mine;
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
      learning.ask(shift);
    } else link(shift, worker);
  }
  return { workers, learned: learning.result() };
}

/** What the schedule calls the person, unless somebody typed another name since. */
const idToldOf = ({ told, teamMember }: Shift): string | null =>
  told?.person !== undefined && isSameName(told.teamMember, teamMember) ? told.person : null;

const doubtKey = (shift: Shift): string =>
  `${idToldOf(shift) === null ? '' : shift.provider}/${wordsOf(shift.teamMember).join(' ')}`;

/** Names that come in for several people at once: twice at one time, or with several ids. */
function doubtfulNames(
  shifts: readonly Shift[],
  overlap: (one: Shift, other: Shift) => boolean,
): ReadonlySet<string> {
  const isDoubtful = (sharing: readonly Shift[]): boolean => {
    const ids = new Set(sharing.map(idToldOf));
    if (!ids.has(null)) return ids.size > 1;
    return sharing.some((one, at) => sharing.slice(at + 1, at + 10).some((other) => overlap(one, other)));
  };
  return new Set(
    [...grouped(shifts, doubtKey)]
      .filter(([, sharing]) => sharing.length > 1 && isDoubtful(sharing))
      .map(([key]) => key),
  );
}

export interface CrewFindings {
  readonly people: readonly SeenPerson[];
  readonly asked: readonly Question[];
}

export type IdFor = (what: 'person' | 'question', shift: Shift) => string;

function createLearning(
  crew: Crew,
  { document, date, idFor }: { document: string; date: string; idFor: IdFor },
) {
  const seen = new Map<string, SeenPerson>();
  const asked = new Map<string, Question>();
  const records = new Set([...crew.people, ...crew.merged].map(({ id }) => id));

  function isNews(
    person: Person,
    { name, provider, providerId, jobs }: Omit<SeenPerson, 'person' | 'date'>,
  ): boolean {
    if (!records.has(person.id) || !person.active) return true;
    if (person.lastDate === undefined || person.lastDate < date) return true;
    if (person.jobs.length < personListLimit && jobs.some((job) => !person.jobs.includes(job))) return true;
    if (providerId === null) return ![person.name, ...person.names].some((each) => isSameName(each, name));
    const key = providerKey({ provider, id: providerId });
    const known = person.providerIds.find((each) => providerKey(each) === key);
    return known === undefined || !isSameName(known.name, name);
  }

  return {
    saw(person: Person, shift: Shift): void {
      const { provider, teamMember: name } = shift;
      const providerId = idToldOf(shift);
      const job = jobOf(shift);
      const news = { name, provider, providerId, jobs: job === '' ? [] : [job] };
      if (!isNews(person, news)) return;
      const key = JSON.stringify([person.id, provider, providerId, name]);
      const known = seen.get(key);
      seen.set(key, {
        ...{ person: person.id, date },
        ...news,
        jobs: [...new Set([...(known?.jobs ?? []), ...news.jobs])].slice(0, personListLimit),
      });
    },

    ask(asking: Shift): void {
      const providerId = idToldOf(asking);
      const { id: shift, teamMember: name, provider, schedule: job } = asking;
      const isThis = (each: Question) =>
        providerId === null
          ? each.providerId === null && isSameName(each.name, name)
          : each.providerId === providerId && each.provider === provider;
      const question = [...asked.values()].find(isThis) ?? crew.questions.find(isThis);
      const shifts: Question['shifts'] = question?.shifts ?? [];
      if (shifts.some((each) => each.shift === shift && each.layout === document)) return;
      if (shifts.length >= askedShiftLimit || asked.size >= questionLimit) return;
      const next = question ?? { id: idFor('question', asking), name, provider, providerId };
      asked.set(next.id, { ...next, shifts: [...shifts, { layout: document, shift, date, job }] });
    },

    result: (): CrewFindings | null =>
      seen.size + asked.size > 0 ? { people: [...seen.values()], asked: [...asked.values()] } : null,
  };
}
