import { expect, test } from 'vitest';
import type { SingleChange } from '../../domain/change/change.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { startLiveServer } from '../../test/servers/live-server.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';
import { sentence } from '../words.ts';

const day = { team: teamRef.team, document: 'day' };
const edit = (over: object): SingleChange => ({ type: 'shift.edit', shift: 'sam', ...over });

test('[UN5] an undo is refused where others went on, and of what was never saved', async () => {
  const server = await startLiveServer();
  const shifts = [buildShift('sam', '9:00 AM', '5:00 PM', { teamMember: 'Sam Ray' })];
  await server.documents.issue(day, { type: 'layout.create', layout: buildLayout({ shifts }) });
  for (const user of ['ann', 'bob']) await server.join(user, 'lead');
  const send = async (user: string, id: string, change: SingleChange, undoes?: string) => {
    const outcome = await server.documents.change({ user, role: 'lead' }, day, { id, change, undoes });
    return outcome.ok ? 'accepted' : sentence(outcome.problem);
  };
  expect(await send('bob', 'to-max', edit({ teamMember: 'Max Ray' }))).toBe('accepted');
  expect(await send('ann', 'note', edit({ note: 'Opens' }))).toBe('accepted');
  expect(await send('bob', 'back', edit({ teamMember: 'Sam Ray' }), 'to-max')).toBe('accepted');
  expect(await send('bob', 'again', edit({ teamMember: 'Max Ray' }), 'back')).toBe('accepted');
  expect(await send('ann', 'to-eve', edit({ teamMember: 'Eve Ray' }))).toBe('accepted');
  const undo = edit({ teamMember: 'Sam Ray' });
  expect(await send('bob', 'late', undo, 'again')).toBe('That was changed since then. Nothing was undone.');
  expect(await send('bob', 'lost', undo, 'none')).toBe(
    'The change to undo was not saved. Nothing was undone.',
  );
  const read = await server.documents.read(day);
  expect(read?.body).toMatchObject({ shifts: [{ teamMember: 'Eve Ray', note: 'Opens' }] });
  await server.stop();
});
