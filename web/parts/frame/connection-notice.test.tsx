import { expect, it } from 'vitest';
import { offlineTexts } from './connection-notice.tsx';

const at = Date.parse('2026-11-21T11:42:30-06:00');
const shown = (over: object) =>
  offlineTexts({
    at,
    now: at + 600_000,
    timeZone: 'America/Chicago',
    waiting: 0,
    keptForDays: null,
    ...over,
  });

it.each([
  [{ waiting: 3 }, 'As of 11:42, offline, 3 changes waiting'],
  [{ waiting: 1 }, 'As of 11:42, offline, 1 change waiting'],
  [{}, 'As of 11:42, offline'],
  [{ keptForDays: 7 }, 'As of 11:42, offline'],
  [{ waiting: 3, keptForDays: 7 }, 'As of 11:42, offline, 3 changes waiting, kept for 7 days'],
  [{ now: at + 12.1 * 3_600_000 }, 'As of 11:42 AM, offline'],
  [{ now: at + 24 * 3_600_000, waiting: 2 }, 'As of Sat 11/21, 11:42 AM, offline, 2 changes waiting'],
  [{ timeZone: 'Asia/Tokyo' }, 'As of 2:42, offline'],
  [{ at: null, waiting: 1 }, 'Offline, 1 change waiting'],
])('[OF6] offline, the header says how old the page is: %j', (over, text) => {
  expect(shown(over).join(', ')).toBe(text);
});
