import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import { dayTable } from './day-table.ts';

const shown = (layout: Parameters<typeof dayTable>[0] & { rotations: Parameters<typeof dayTable>[1] }) =>
  dayTable(layout, layout.rotations).map(({ subarea, rows }) => [
    subarea,
    ...rows.map(
      ({ position, cells }) =>
        `${position}: ${cells.map((cell) => (cell ? cell.people.map(({ shift }) => shift.id).join('+') || 'open' : '-')).join(' ')}`,
    ),
  ]);

test('[PP2] a position of several rotations is one row, and a new one stands after what it follows', () => {
  const lunch = buildRotation('lunch', '11:00 AM', '2:00 PM', ['Host', 'Till', 'Grill', 'Till']);
  const dinner = buildRotation('dinner', '5:00 PM', '9:00 PM', ['till', 'Fries', 'Grill']);
  const seated = (rotation: typeof lunch, seats: Record<number, readonly string[]>) => ({
    ...rotation,
    subareas: rotation.subareas.map((subarea) => ({
      ...subarea,
      positions: subarea.positions.map((each, at) => ({
        ...each,
        id: `${rotation.id} ${at}`,
        seats: seats[at] ?? [],
      })),
    })),
  });
  const patio = { id: 'patio', name: 'Patio', positions: [{ id: 'tables', name: 'Tables', seats: [] }] };
  const evening = seated(dinner, { 0: ['ben'] });
  const layout = buildLayout({
    shifts: [
      buildShift('ana', '9:00 AM', '12:00 PM'),
      buildShift('cam', '12:00 PM', '5:00 PM'),
      buildShift('ben', '4:00 PM', '10:00 PM'),
    ],
    rotations: [
      seated(lunch, { 1: ['ana', 'cam'], 3: ['cam'] }),
      { ...evening, subareas: [patio, ...evening.subareas] },
    ],
  });
  expect(shown(layout)).toEqual([
    ['Patio', 'Tables: - open'],
    ['Front', 'Host: open -', 'Till: ana+cam ben', 'Fries: - open', 'Grill: open open', 'Till: cam -'],
  ]);
});

test('[PP2] a day without rotations has no rows', () => {
  expect(shown(buildLayout({ shifts: [buildShift('ana', '9:00 AM', '5:00 PM')] }))).toEqual([]);
});

test('[PP12] a row has the second duty that its position has in each of its rotations', () => {
  const rotation = (id: string, duties: readonly string[]) => {
    const built = buildRotation(id, '11:00 AM', '2:00 PM', []);
    const positions = duties.map((secondDuty, at) => ({
      ...{ id: `${id} ${at}`, name: `Till ${at}`, seats: [] },
      ...(secondDuty && { secondDuty }),
    }));
    return { ...built, subareas: [{ id: `${id} front`, name: 'Front', positions }] };
  };
  const rotations = [rotation('a', ['mop', 'cups', 'oil']), rotation('b', ['mop', '', 'cups', 'trash'])];
  const [front] = dayTable(buildLayout({ rotations }), rotations);
  expect(front?.rows.map(({ secondDuty }) => secondDuty)).toEqual(['mop', '', '', 'trash']);
});
