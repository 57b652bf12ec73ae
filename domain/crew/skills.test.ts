import { expect, test } from 'vitest';
import { readWords } from '../../words/read-words.ts';
import { applyNew } from '../change/budget.ts';
import { apply, type Change } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { mayChange } from '../change/may-change.ts';
import { changedSince } from '../history/differences.ts';
import { phraseOf } from '../history/phrases.ts';
import { stationOf } from '../plan/station-key.ts';
import { defaultFormats } from '../time/formats.ts';
import { type Crew, parseCrew } from './crew.ts';
import { emptyCrew } from './crew-document.ts';
import { newPerson } from './crew-index.ts';
import { createForgetting } from './forget-person.ts';
import { ageOn, likeRows, planningOf, skillRows } from './person-planning.ts';
import type { SkillRow } from './skill-changes.ts';
import { levelIn, stationFinder, stationLimit } from './station.ts';
import { type Station, skillLimit } from './station-schema.ts';

const register: Station = {
  id: 'Front Counter/Register',
  name: 'Register',
  subarea: 'Front Counter',
  equipment: [],
  classes: [],
};
const fryer: Station = {
  id: 'Kitchen/Fryer',
  name: 'Fryer',
  subarea: 'Kitchen',
  equipment: ['fryer'],
  classes: ['heat'],
};
const two: Crew = { ...emptyCrew, people: [newPerson('a', 'Ana Price'), newPerson('b', 'Bo Kim')] };

const problemOf = (crew: Crew, change: Change) => {
  const outcome = apply(crew, change);
  return outcome.ok ? null : outcome.problem.code;
};
function after(crew: Crew, ...changes: readonly Change[]): Crew {
  return changes.reduce((body, change) => {
    const outcome = apply(body, change);
    if (!outcome.ok) throw new Error(outcome.problem.code);
    return outcome.value as Crew;
  }, crew);
}
const setSkills = (rows: readonly SkillRow[], ...stations: readonly Station[]): Change => ({
  type: 'person.skills',
  skills: rows,
  ...(stations.length > 0 && { stations }),
});
const row = (person: string, station: Station, level: SkillRow['level']): SkillRow => ({
  ...{ person, station: station.id, level },
});
const skilled = after(two, setSkills([row('a', register, 3), row('b', fryer, 2)], register, fryer));

test('[SK1] Register 2 is the station Register of its subarea; a position may name another one', () => {
  const find = stationFinder([register, fryer]);
  const front = { name: 'Front Counter' };
  const at = (position: Parameters<typeof stationOf>[1]) => {
    const station = stationOf(front, position);
    return station === null ? null : find(station)?.id;
  };
  expect(at({ name: 'Register 2' })).toBe(register.id);
  expect(at({ name: 'REGISTER  12' })).toBe(register.id);
  expect(at({ name: 'Register 2', station: fryer.id })).toBe(fryer.id);
  expect(at({ name: 'Register 2', breaker: true })).toBeNull();
  expect(at({ name: 'Expo' })).toBeUndefined();
});

test('[SK1] a station that is renamed stays that of its positions, and is that of its new name', () => {
  const renamed = after(skilled, { type: 'station.put', station: { ...register, name: 'Till' } });
  const find = stationFinder(renamed.stations ?? []);
  expect(find('Front Counter/Register')?.name).toBe('Till');
  expect(find('front counter/till')?.id).toBe(register.id);
  const another = after(renamed, { type: 'station.put', station: { ...register, id: 'x' } });
  expect(stationFinder(another.stations ?? [])('Front Counter/Register')?.id).toBe('x');
  expect(
    problemOf(renamed, { type: 'station.put', station: { ...fryer, ...register, id: 'y', name: 'TILL' } }),
  ).toBe('station-exists');
});

test('[SK2] a station is made with the first level at it, once, and is not set back by who makes it again', () => {
  expect(skilled.stations).toEqual([register, fryer]);
  expect(skilled.people.map((each) => [levelIn(each, register.id), levelIn(each, fryer.id)])).toEqual([
    [3, null],
    [null, 2],
  ]);
  const tough = after(skilled, { type: 'station.put', station: { ...register, classes: ['dishes'] } });
  const again = after(tough, setSkills([row('b', register, 1)], register));
  expect(again.stations).toEqual(tough.stations);
  expect(levelIn(again.people[1] ?? {}, register.id)).toBe(1);
});

test('[SK3] levels are set by the thousand in one change, and its undo is one, too', () => {
  const people = Array.from({ length: 250 }, (_, index) => newPerson(`p${1000 + index}`, `Person ${index}`));
  const stations = Array.from({ length: 20 }, (_, index) => ({
    ...register,
    id: `s${index}`,
    name: `S-${index}`,
  }));
  const rows = people.flatMap(({ id }) => stations.map((station) => row(id, station, 2)));
  const crew: Crew = { ...emptyCrew, people };
  const change = setSkills(rows, ...stations);
  const next = applyNew(crew, change);
  expect(next.ok && applyNew(next.value, inverse(crew, change) as Change)).toEqual({ ok: true, value: crew });
});

test('[SK3] rows about people and stations that are gone have no effect, and the last of several counts', () => {
  const rows = [
    row('gone', register, 1),
    row('a', { ...register, id: 'gone' }, 1),
    row('a', register, 1),
    row('a', register, 2),
  ];
  expect(after(skilled, setSkills(rows)).people).toEqual([
    { ...two.people[0], skills: [{ station: register.id, level: 2 }] },
    skilled.people[1],
  ]);
});

test('[SK3] undo takes back the levels that were set, and leaves what others set since', () => {
  const mine = setSkills([row('a', fryer, 1)]);
  const others = setSkills([row('a', register, 2), row('b', fryer, null)]);
  const undo = inverse(skilled, mine) as Change;
  expect(after(skilled, mine, others, undo)).toEqual(after(skilled, others));
  const now = after(skilled, mine, others);
  expect(changedSince(now, { change: mine, undo })).toEqual([]);
  const same = after(skilled, mine, setSkills([row('a', fryer, 3)]));
  expect(changedSince(same, { change: mine, undo })).toEqual([`people/a/skills/${fryer.id}/level`]);
});

test('[SK4] a deleted station takes along what is said of people there, and undo brings all of it back', () => {
  const liked = after(skilled, {
    type: 'person.likes',
    likes: [{ person: 'b', station: fryer.id, feeling: 'dislikes' }],
  });
  const change: Change = { type: 'station.delete', station: fryer.id };
  const gone = after(liked, change);
  expect(JSON.stringify(gone)).not.toContain('Fryer');
  expect(after(gone, inverse(liked, change) as Change)).toEqual(liked);
});

test('[SK5] a station is liked, or not, or neither', () => {
  const feel = (feeling: 'likes' | 'dislikes' | null): Change => ({
    type: 'person.likes',
    likes: [{ person: 'a', station: fryer.id, feeling }],
  });
  const likes = after(skilled, feel('likes'));
  expect(likes.people[0]).toMatchObject({ likes: [fryer.id] });
  const dislikes = after(likes, feel('dislikes'));
  expect(dislikes.people[0]).toMatchObject({ dislikes: [fryer.id] });
  expect(dislikes.people[0]?.likes).toBeUndefined();
  expect(after(dislikes, inverse(likes, feel('dislikes')) as Change)).toEqual(likes);
  expect(after(dislikes, feel(null))).toEqual(skilled);
});

test('[SK6] a minor has the dates from when on they are 16 and 18, in this order', () => {
  const ages = (turns16On?: string | null, turns18On?: string | null): Change => ({
    ...{ type: 'person.ages', person: 'a' },
    ...(turns16On !== undefined && { turns16On }),
    ...(turns18On !== undefined && { turns18On }),
  });
  const young = after(two, ages('2027-02-28'));
  expect(young.people[0]).toMatchObject({ turns16On: '2027-02-28' });
  expect(problemOf(young, ages(undefined, '2027-02-28'))).toBe('ages-swapped');
  expect(problemOf(young, ages(undefined, '2027-02-30'))).toBe('date-missing');
  const both = after(young, ages(undefined, '2029-02-28'));
  expect(after(both, inverse(young, ages(undefined, '2029-02-28')) as Change)).toEqual(young);
  expect(after(both, ages(null, null))).toEqual(two);
});

test.each([
  ['2027-02-28', null, '2027-02-27', 15],
  ['2027-02-28', null, '2027-02-28', 17],
  ['2027-02-28', null, '2029-02-27', 17],
  ['2027-02-28', null, '2029-02-28', null],
  ['2028-02-29', null, '2030-02-28', 17],
  ['2028-02-29', null, '2030-03-01', null],
  [null, '2027-02-28', '2027-02-27', 17],
  [null, '2027-02-28', '2027-02-28', null],
  [null, null, '2027-02-28', null],
])('[SK6] who turns 16 on %s and 18 on %s counts on %s as %s', (turns16On, turns18On, date, age) => {
  expect(ageOn({ turns16On, turns18On }, date)).toBe(age);
});

test('[SK7] of merged people the own level counts first, and one that is set counts for all of them', () => {
  const merged = after(
    skilled,
    setSkills([row('b', register, 1)]),
    { type: 'person.ages', person: 'b', turns18On: '2027-01-01' },
    { type: 'person.likes', likes: [{ person: 'b', station: fryer.id, feeling: 'likes' }] },
    { type: 'person.merge', from: 'b', into: 'a' },
  );
  expect(planningOf(merged, 'b')).toEqual({
    skills: new Map([
      [register.id, 3],
      [fryer.id, 2],
    ]),
    likes: new Set([fryer.id]),
    dislikes: new Set(),
    turns16On: null,
    turns18On: '2027-01-01',
  });
  expect(skillRows(merged, 'a', fryer.id, 2)).toEqual([row('a', fryer, 2), row('b', fryer, null)]);
  expect(likeRows(merged, 'a', fryer.id, null)).toEqual([{ person: 'b', station: fryer.id, feeling: null }]);
  const none = after(merged, setSkills(skillRows(merged, 'a', fryer.id, null)));
  expect(planningOf(none, 'a').skills.get(fryer.id)).toBeUndefined();
  expect(after(none, { type: 'person.unmerge', person: 'b' }).people[1]).toMatchObject({
    skills: [{ station: register.id, level: 1 }],
  });
});

test('[SK8] only managers set levels, likes, dates and stations', () => {
  const changes: readonly Change[] = [
    setSkills([]),
    { type: 'person.likes', likes: [] },
    { type: 'person.ages', person: 'a' },
    { type: 'station.put', station: register },
    { type: 'station.delete', station: register.id },
  ];
  for (const change of changes) {
    expect(
      (['manager', 'lead', 'viewer'] as const).filter((role) => mayChange(role, 'crew', change)),
    ).toEqual(['manager']);
  }
});

test('[SK8] with a deleted person go their levels, likes and dates, from the history of the crew, too', () => {
  const forgetting = createForgetting({ ids: new Set(['a']), names: ['Ana Price'] });
  const person = {
    ...newPerson('a', 'Ana Price'),
    ...{ skills: [{ station: 's', level: 3 as const }], likes: ['s'], dislikes: ['t'] },
    ...{ turns16On: '2027-02-28', turns18On: '2029-02-28' },
  };
  const added = forgetting.replace({ type: 'person.add', person });
  expect(added).toEqual({ type: 'person.add', person: { ...newPerson('a', 'Former team member') } });
  expect(forgetting.replace(setSkills([row('a', register, 3), row('b', register, 2)]))).toEqual(
    setSkills([row('a', register, null), row('b', register, 2)]),
  );
  const dated: Change = { type: 'person.ages', person: 'a', turns16On: '2027-02-28', turns18On: null };
  expect(forgetting.replace(dated)).toEqual({ type: 'person.ages', person: 'a' });
});

test('[SK8] history names people, stations and levels, and no date', () => {
  const say = { t: readWords('en', 'history'), formats: defaultFormats } as Parameters<typeof phraseOf>[3];
  const phrase = (change: Change) => phraseOf(skilled, change, after(skilled, change), say);
  expect(phrase(setSkills([row('a', register, 1)]))).toBe('set Ana Price at Register to training');
  expect(phrase(setSkills([row('a', register, null)]))).toBe('set Ana Price at Register to none');
  expect(phrase(setSkills([row('a', register, 1), row('b', register, 1)]))).toBe('set 2 levels of 2 people');
  expect(phrase({ type: 'person.ages', person: 'a', turns16On: '2027-02-28' })).toBe(
    'changed until when Ana Price counts as a minor',
  );
  expect(phrase({ type: 'station.put', station: { ...register, name: 'Till' } })).toBe(
    'renamed Register to Till',
  );
  expect(phrase({ type: 'station.delete', station: register.id })).toBe('deleted the station Register');
});

test('[SK9] a crew has at most 400 stations, and 20,000 levels', () => {
  const stations = Array.from({ length: stationLimit }, (_, index) => ({
    ...register,
    id: `s${index}`,
    name: `S-${index}`,
  }));
  const full: Crew = { ...two, stations };
  expect(problemOf(full, { type: 'station.put', station: fryer })).toBe('too-many');
  expect(problemOf(full, setSkills([row('a', fryer, 1)], fryer))).toBe('too-many');
  const skills = stations.map(({ id }) => ({ station: id, level: 2 as const }));
  const people = Array.from({ length: skillLimit / stationLimit }, (_, index) => ({
    ...newPerson(`p${index}`, 'P'),
    skills,
  }));
  const most: Crew = { ...full, people: [...people, newPerson('new', 'New')] };
  expect(parseCrew(most).ok).toBe(true);
  expect(problemOf(most, setSkills([{ person: 'new', station: 's1', level: 1 }]))).toBe('too-many');
  expect(problemOf(most, setSkills([{ person: 'p1', station: 's1', level: null }]))).toBeNull();
});
