import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import { readWords } from '../../words/read-words.ts';
import type { Crew } from '../crew/crew.ts';
import { emptyCrew } from '../crew/crew-document.ts';
import { newPerson } from '../crew/crew-index.ts';
import { alertText } from '../day/break-alerts.ts';
import { relieverOf } from '../day/reliever.ts';
import type { Shift } from '../day/shift.ts';
import { mayTakeBy } from './may-take.ts';

const fryer = { id: 'fry', name: 'fries', subarea: 'Front', equipment: ['fryer' as const], classes: [] };
const trained = (id: string, level: 1 | 2 | 3, over = {}) => ({
  ...newPerson(id, id),
  skills: [{ station: 'fry', level }],
  ...over,
});
const crew: Crew = {
  ...emptyCrew,
  people: [
    trained('bo', 1),
    trained('cy', 2, { turns16On: '2027-03-01' }),
    trained('di', 2),
    trained('ed', 3),
  ],
  stations: [fryer],
};
const names = ['ana', 'bo', 'cy', 'di', 'ed'];
const ana = (over: Partial<Shift> = {}) =>
  buildShift('ana', '9:00 AM', '5:00 PM', { breaks: [null], person: 'ana', ...over });
const dayOf = (first: Shift, out: Partial<Shift> = {}) => {
  const rotation = buildRotation('lunch', '9:00 AM', '5:00 PM', ['fries', 'till']);
  const [front] = rotation.subareas;
  const seats: Record<string, string[]> = { fries: ['ana'], till: [] };
  const positions = front?.positions.map((each) => ({ ...each, seats: seats[each.id] ?? [] })) ?? [];
  const others = names.slice(1).map((name) => buildShift(name, '9:00 AM', '5:00 PM', { person: name }));
  return buildLayout({
    shifts: [first, ...others.map((each) => (each.id === 'di' ? { ...each, ...out } : each))],
    rotations: [{ ...rotation, subareas: front ? [{ ...front, positions }] : [] }],
  });
};
const at = { now: Date.parse('2026-11-21T14:00:00-06:00'), minute: 840 };
const whoTakes = (day: ReturnType<typeof dayOf>, by = mayTakeBy(crew, day.date)) => {
  const [shift = ana()] = day.shifts;
  const found = relieverOf(day, { shift, index: 0 }, at, by);
  return found && `${found.shift.id} ${found.position.name}`;
};

test('[PU11] without a plan, the first takes it who is here, trained and old enough', () => {
  expect(whoTakes(dayOf(ana()))).toBe('di fries');
  const out = { reason: 'sick', from: '1:00 PM', at: 0, by: null } as const;
  expect(whoTakes(dayOf(ana(), { out }))).toBe('ed fries');
  const startedAt = at.now - 60_000;
  const away = { breaks: [{ startedAt, startedBy: null, endedAt: null, endedBy: null }] };
  expect(whoTakes(dayOf(ana(), away))).toBe('ed fries');
});

test('[PU11] without what the crew says, nobody is named', () => {
  expect(mayTakeBy(emptyCrew, '2026-11-21')).toBeNull();
  expect(whoTakes(dayOf(ana()), null)).toBeNull();
});

test('[PU11] who is planned to take it is named first, whatever the crew says', () => {
  const plannedFor = (by: string | null): Partial<Shift> => {
    const relief = [{ position: 'fries', from: '2:00 PM', to: '2:30 PM', by }];
    return { planned: [{ kind: 'meal', start: '2:00 PM', minutes: 30, relief }] };
  };
  expect(whoTakes(dayOf(ana(plannedFor('bo'))), null)).toBe('bo fries');
  expect(whoTakes(dayOf(ana(plannedFor(null))))).toBe('di fries');
});

test('[PU11] a lead reads who takes what, and the person of their own break alone', () => {
  const t = readWords('en', 'push');
  const relief = { reliever: 'Ben', position: 'Register 1' };
  const about = { clock: 'h:mm AM/PM', relief } as const;
  const due = { kind: 'due', time: '10:30 AM' } as const;
  expect(alertText(t, due, { ...about, name: 'Ana' })).toEqual({
    title: 'Break for Ana: Ben takes Register 1',
    body: 'At 10:30 AM',
  });
  expect(alertText(t, due, { ...about, name: null }).title).toBe('Your break is due');
});
