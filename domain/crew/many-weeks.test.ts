import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { linkedTeam } from '../../test/linked-team.ts';
import { crewIndex } from './crew-index.ts';

/** Three schedules with ids for people, and files with names alone. Each writes names in its own way. */
const sources = ['hotschedules', 'sevenshifts', 'deputy', 'csv'] as const;
type Source = (typeof sources)[number];

interface Worker {
  readonly key: number;
  name: string;
  /** Schedules with ids in which they were; files have names from there. */
  readonly seen: Set<Source>;
}

const firstNames = ['Maria', 'Sam', 'José', 'Ann', 'Anna', 'Lee', 'Tom', 'Zoë', 'Kim', 'Ana', 'Marie', 'Bo'];
const lastNames = ['Garcia', 'Gonzalez', 'Lee', 'Price', 'Stone', 'Park', 'Hill', 'Nuñez', 'Moss', 'Vega'];
const short = (name: string) => `${name.split(' ')[0]} ${name.split(' ')[1]?.[0]}.`;
const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '');

function written(name: string, source: Source, isShort: boolean): string {
  const [first, last] = name.split(' ');
  if (source === 'sevenshifts') return plain(`${last}, ${first}`).toUpperCase();
  if (source === 'deputy') return plain(name);
  return source === 'csv' && isShort ? short(name) : name;
}

test('[CR9] [CR10] in 200 weeks of four schedules with changed names nobody is doubled, nor merged without being asked', () => {
  const [weeks] = fc.sample(
    fc.array(
      fc.record({
        source: fc.constantFrom(...sources),
        picks: fc.array(fc.nat(), { minLength: 8, maxLength: 14 }),
        change: fc.constantFrom('hire', 'rename', 'twin', 'none', 'none'),
        name: fc.tuple(fc.constantFrom(...firstNames), fc.constantFrom(...lastNames)),
        isShort: fc.boolean(),
      }),
      { minLength: 200, maxLength: 200 },
    ),
    { numRuns: 1, seed: 11 },
  );
  const team = linkedTeam();
  const workers: Worker[] = [];
  /** Who every shift is, and which person of the crew it was linked to. */
  const truth = new Map<string, Worker>();
  const linked = new Map<string, string>();
  let asked = 0;
  const everTaken = new Set<string>();
  const hire = (name: string): Worker => {
    const worker: Worker = { key: workers.length, name, seen: new Set() };
    everTaken.add(short(plain(name)));
    workers.push(worker);
    return worker;
  };

  for (const [week, { source, picks, change, name, isShort }] of (weeks ?? []).entries()) {
    const fresh = name.join(' ');
    const isFree = !everTaken.has(short(plain(fresh)));
    const picked = workers[(picks[0] ?? 0) % Math.max(1, workers.length)];
    /** A schedule that knows somebody is the first to have another name for them, or a second person of that name. */
    const isToldHere = (worker: Worker) => source !== 'csv' && worker.seen.has(source);
    const today = new Set<Worker>();
    if ((change === 'hire' || workers.length < 8) && isFree) hire(fresh);
    else if (change === 'rename' && picked && isFree && isToldHere(picked)) {
      everTaken.add(short(plain(fresh)));
      picked.name = fresh;
      today.add(picked);
    } else if (change === 'twin' && picked) {
      const sharing = workers.filter(({ name }) => name === picked.name);
      if (sharing.every(isToldHere)) today.add(hire(picked.name));
    }
    for (const pick of picks) {
      const worker = workers[pick % Math.max(1, workers.length)];
      if (worker && (source !== 'csv' || worker.seen.size > 0)) today.add(worker);
    }
    const shifts = [...today].flatMap((worker) => {
      const id = `${source}:${week}:${worker.key}`;
      truth.set(id, worker);
      const teamMember = written(worker.name, source, isShort);
      const shift = buildShift(id, '9:00 AM', '5:00 PM', { teamMember, provider: source });
      const { startTime, endTime, schedule, note } = shift;
      const person = source === 'csv' ? {} : { person: `${100 + worker.key}` };
      return [
        { ...shift, told: { teamMember, startTime, endTime, schedule, note, role: 'Crew', ...person } },
      ];
    });
    const date = new Date(Date.UTC(2026, 0, 1 + week * 7)).toISOString().slice(0, 10);
    const take = {
      type: 'schedule.take',
      remove: [],
      edit: [],
      add: shifts,
      remember: [],
      forget: [],
    } as const;
    const day = team.make(buildLayout({ date, shifts: [] }), take, `week-${week}`);
    for (const shift of day.shifts) if (shift.person !== undefined) linked.set(shift.id, shift.person);
    if (source !== 'csv') for (const worker of today) worker.seen.add(source);
    // A manager answers what is asked, and knows everybody.
    for (const question of team.crew.questions) {
      const ofAll = question.providerId !== null;
      for (const { shift } of question.shifts) {
        const worker = truth.get(shift);
        const known = [...linked].find(([id]) => truth.get(id) === worker)?.[1];
        const person = known ?? `new-${worker?.key}`;
        asked += 1;
        linked.set(shift, person);
        if (!team.crew.questions.some(({ id }) => id === question.id)) continue;
        team.decide({ type: 'question.answer', question: question.id, person, shift: ofAll ? null : shift });
      }
    }
  }

  const index = crewIndex(team.crew);
  const peopleOf = new Map<number, Set<string>>();
  const workersOf = new Map<string, Set<number>>();
  for (const [shift, worker] of truth) {
    const person = index.personOf(linked.get(shift) ?? '')?.id ?? 'nobody';
    peopleOf.set(worker.key, (peopleOf.get(worker.key) ?? new Set()).add(person));
    workersOf.set(person, (workersOf.get(person) ?? new Set()).add(worker.key));
  }
  expect([...peopleOf].filter(([, people]) => people.size > 1)).toEqual([]);
  expect([...workersOf].filter(([, working]) => working.size > 1)).toEqual([]);
  expect(team.crew.people).toHaveLength(peopleOf.size);
  expect([asked > 20, truth.size > 1_000, peopleOf.size > 30]).toEqual([true, true, true]);
});
