import { isDeleted } from '../../domain/change/deletion.ts';
import { goesOn } from '../../domain/day/who-is-there.ts';
import { addDays, businessDay } from '../../domain/time/date.ts';
import type { DateRange, DocumentRef, DocumentRow } from '../database/document-store.ts';
import type { Documents } from './documents.ts';

interface Dependencies {
  readonly documents: Pick<Documents, 'find' | 'list'>;
  readonly now: () => number;
}

/** In milliseconds: the clocks of a page and of several servers differ, and a page asks for its day once, when it begins. */
const ahead = 60_000;

export type TodaysLayouts = ReturnType<typeof createTodaysLayouts>;

/** The days that televisions see: the team's business day, and the one before as long as somebody of it is there. */
export function createTodaysLayouts({ documents, now }: Dependencies) {
  async function zoneOf(team: string) {
    const body = (await documents.find({ team, document: team }))?.body;
    if (body?.kind !== 'team') return null;
    const { timeZone, dayStart } = body;
    const dayAt = (instant: number) => businessDay(instant, timeZone, dayStart);
    return { timeZone, today: dayAt(now()), next: dayAt(now() + ahead) };
  }

  async function isOfToday(ref: DocumentRef): Promise<boolean> {
    const [zone, found] = await Promise.all([zoneOf(ref.team), documents.find(ref)]);
    const body = found?.body;
    if (zone === null || body?.kind !== 'layout' || isDeleted(body)) return false;
    const { today, next, timeZone } = zone;
    if (body.date === today || body.date === next) return true;
    return body.date === addDays(today, -1) && goesOn(body, now(), timeZone);
  }

  return {
    /** Whether a wall may see the document: its team, and the layouts of today. */
    mayWatch: async (ref: DocumentRef): Promise<boolean> =>
      ref.document === ref.team ? (await zoneOf(ref.team)) !== null : isOfToday(ref),

    /** Those of a range of dates that a wall may see. */
    async rows(team: string, { from, to }: DateRange): Promise<readonly DocumentRow[]> {
      const zone = await zoneOf(team);
      if (zone === null) return [];
      const { today, next } = zone;
      const yesterday = addDays(today, -1);
      const dates = { from: from > yesterday ? from : yesterday, to: to < next ? to : next };
      if (dates.from > dates.to) return [];
      const rows = await documents.list(team, 'layout', dates);
      const seen = await Promise.all(rows.map(({ id }) => isOfToday({ team, document: id })));
      return rows.filter((_, index) => seen[index]);
    },
  };
}
