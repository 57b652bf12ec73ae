import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutSchema } from '../../../domain/day/layout.ts';
import { manualShift, type Shift } from '../../../domain/day/shift.ts';
import { templateSchema } from '../../../domain/team/template.ts';
import { anyLayout, anyTeam, anyTemplate } from '../../../test/arbitraries.ts';
import { buildLayout, buildRotation, buildTeam, changed } from '../../../test/builders.ts';
import { layoutToHosted, teamToHosted, templateToHosted } from './export.ts';
import { hostedDocument, type ReportLoss } from './hosted-value.ts';
import { readLayout, readTeam, readTemplate } from './read-documents.ts';

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const layoutFrom = (document: unknown, team = buildTeam(), lose?: ReportLoss) =>
  readLayout(hostedDocument(throughJson(document), lose), team);

test('[MV1] an export that is imported again loses nothing', () => {
  fc.assert(
    fc.property(anyLayout, anyTemplate, anyTeam, (layout, template, team) => {
      fc.pre(layoutSchema.safeParse(layout).success && templateSchema.safeParse(template).success);
      const other = { ...team, breakTimerMinutes: 7 };
      const [exported, exportedTeam] = [templateToHosted(template, 't'), teamToHosted(team, [])];
      expect(layoutFrom(layoutToHosted(layout, 't'), other)).toEqual({ ok: true, value: layout });
      const again = readTemplate(hostedDocument(throughJson(exported)), other);
      expect(again).toEqual({ ok: true, value: template });
      const teamAgain = readTeam(hostedDocument(throughJson(exportedTeam)), 'UTC', null);
      expect(teamAgain).toEqual({ ok: true, value: team });
    }),
  );
});

const hosted = {
  teamID: 'maple',
  date: '2026-11-21',
  area: 'Front of House',
  template: 'Weekday',
  notes: '{"ops":[{"insert":"Hello\\n"}]}',
  shifts: [
    {
      id: '-416763347',
      teamMember: 'Chloe Davis',
      startTime: '9:00 AM',
      endTime: '5:00 PM',
      schedule: 'Kitchen',
      note: '',
      provider: 'hotschedules',
      breaks: [1_795_000_000_000],
    },
  ],
  rotations: [
    {
      name: 'Lunch',
      startTime: '10:30 AM',
      endTime: '2:00 PM',
      subareas: ['Front Counter', 'Kitchen'],
      positions: [
        { name: 'Grill', subarea: 1, teamMembers: ['-416763347'] },
        { name: 'Register 1', subarea: 0, teamMembers: [] },
        { name: 'Lost', subarea: 9, teamMembers: [] },
      ],
    },
  ],
};

test('a team of the hosted product, which says no start of the day, has its days from 4:00 AM', () => {
  const { lineup: _, ...exported } = teamToHosted(buildTeam({ dayStart: '12:00 AM' }), []);
  const read = readTeam(hostedDocument(exported), 'UTC', null);
  expect(read.ok && read.value.dayStart).toBe('4:00 AM');
});

test('indices become ids, the same ones each time', () => {
  const team = buildTeam({ breakMinMinutes: 300, breakTimerMinutes: 30 });
  const layout = layoutFrom(hosted, team);
  expect(layout).toMatchObject({
    ok: true,
    value: {
      notes: [{ insert: 'Hello\n' }],
      breakMinMinutes: 300,
      shifts: [{ id: 'hotschedules:-416763347', breaks: [{ startedAt: 1_795_000_000_000, endedAt: null }] }],
      rotations: [
        {
          id: 'r0',
          subareas: [
            { id: 's0', name: 'Front Counter', positions: [{ name: 'Register 1' }, { name: 'Lost' }] },
            {
              id: 's1',
              name: 'Kitchen',
              positions: [{ id: 's1p0', name: 'Grill', seats: ['hotschedules:-416763347'] }],
            },
          ],
        },
      ],
    },
  });
  expect(layoutFrom(hosted, team)).toEqual(layout);
});

test('shifts of HotSchedules have their number alone in what is exported, and come back as they were', () => {
  const team = buildTeam();
  const times = { startTime: '11:00 AM', endTime: '3:00 PM' };
  const told = { teamMember: 'Bo', ...times, schedule: 'Kitchen', note: '', role: '', id: 'hotschedules:-2' };
  const shifts: Shift[] = [
    { ...manualShift('hotschedules:-1', 'Ana', times), provider: 'hotschedules' },
    { ...manualShift('copied', 'Bo', times), provider: 'hotschedules', told },
    // as versions before this one imported it
    { ...manualShift('-3', 'Cy', times), provider: 'hotschedules' },
    { ...manualShift('hotschedules:-4', 'Di', times), provider: 'csv' },
  ];
  const seats = [['hotschedules:-1', 'copied', '-3', 'hotschedules:-4']];
  const layout = buildLayout({ shifts, rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM')] });
  const seated = changed(
    layout,
    ...(seats[0] ?? []).map(
      (shift) => ({ type: 'shift.seat', shift, rotation: 'lunch', position: 'till', before: null }) as const,
    ),
  );
  const exported = throughJson(layoutToHosted(seated, 't'));
  expect(exported.shifts.map(({ id }) => id)).toEqual(['-1', '-2', '-3', 'hotschedules:-4']);
  expect(exported.rotations[0]?.positions[0]?.teamMembers).toEqual(['-1', '-2', '-3', 'hotschedules:-4']);
  expect(layoutFrom(exported, team)).toEqual({ ok: true, value: seated });
  const { lineup: _, ...withoutLineup } = exported;
  const read = layoutFrom(withoutLineup, team);
  expect(read.ok && read.value.shifts.map(({ id }) => id)).toEqual(
    ['-1', '-2', '-3', '-4'].map((number) => `hotschedules:${number}`),
  );
});

test('what earlier versions exported beside a layout is read', () => {
  const times = { startTime: '9:00 AM', endTime: '5:00 PM' };
  const told = { teamMember: 'Chloe Davis', ...times, schedule: 'Kitchen', note: '', role: 'Cook' };
  const slot = { startedAt: 1_795_000_000_000, startedBy: 'ana', endedAt: null, endedBy: null };
  const late = { expected: '9:30 AM', at: 1_795_000_000_000, by: null };
  const beside = { breaks: [slot], told, person: 'p-1', late, id: 'own' };
  const lineup = { ids: [], breakTimerMinutes: 7, shifts: [beside], deletedByHand: ['gone'] };
  const read = layoutFrom({ ...hosted, lineup });
  expect(read).toMatchObject({
    value: { breakTimerMinutes: 7, deletedByHand: ['gone'], shifts: [{ ...beside, schedule: 'Kitchen' }] },
  });
  expect(read.ok && read.value.rotations[0]?.subareas[1]?.positions[0]?.seats).toEqual(['own']);
});

test.each(['Call Dana\nabout the fryer', '7', '"Call Dana"'])(
  'notes that are plain text are text: %s',
  (notes) => {
    const made = layoutFrom({ ...hosted, notes }, buildTeam());
    expect(made.ok && made.value.notes).toEqual([{ insert: `${notes.replaceAll('"', '')}\n` }]);
  },
);

test.each(['{', '[', 'null', '{"ops":3}'])('notes that are %s are left out, not guessed', (notes) => {
  const lost: string[] = [];
  const made = layoutFrom({ ...hosted, notes }, buildTeam(), (...loss) => lost.push(loss.join(': ')));
  expect([made.ok && made.value.notes, lost]).toEqual([[], ['notes: Left out: they can’t be read.']]);
});
