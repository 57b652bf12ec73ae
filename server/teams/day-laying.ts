import { createHash } from 'node:crypto';
import type { SingleChange } from '../../domain/change/change.ts';
import { crewDocument, emptyCrew } from '../../domain/crew/crew-document.ts';
import { personOfCrew } from '../../domain/crew/crew-index.ts';
import { fillFromDay } from '../../domain/day/fill.ts';
import { type Layout, layTemplate } from '../../domain/day/layout.ts';
import { isNobodySeated, storedLeftOut } from '../../domain/day/left-out.ts';
import { lastSameWeekday, weekdayRange } from '../../domain/day/same-weekday.ts';
import { settingsOn } from '../../domain/planner/laws/laws.ts';
import { dateDue, type Team, templateOn } from '../../domain/team/team.ts';
import { addDays, businessDay, type IsoDate, showDate, weekday } from '../../domain/time/date.ts';
import type { DocumentStore } from '../database/document-store.ts';
import type { Documents } from '../live/documents.ts';
import { repeatWork } from '../periodic-work.ts';
import { layoutsOf } from './crew-links.ts';

const MINUTE = 60_000;
/** How often to look which layouts are due, in milliseconds. */
const CHECK_EVERY = 10 * MINUTE;
/** After a start, when pages have come back; in milliseconds. */
const FIRST = MINUTE;

interface DayLayingDependencies {
  readonly store: { readonly documents: Pick<DocumentStore, 'teams' | 'load'> };
  readonly documents: Pick<Documents, 'list' | 'read' | 'find' | 'issue'>;
  /** Applies the schedule that was read for a date, where a team wants that without a review. */
  readonly takeSchedule: (team: string, date: IsoDate) => Promise<void>;
  readonly now: () => number;
  readonly logError: (error: unknown) => void;
}

export type DayLaying = ReturnType<typeof createDayLaying>;

/** Makes tomorrow's layouts from the templates of its weekday, for teams that turned it on. */
export function createDayLaying(dependencies: DayLayingDependencies) {
  const { store, documents, takeSchedule, now, logError } = dependencies;

  async function layAllDue(closing: AbortSignal): Promise<void> {
    for (const id of await store.documents.teams()) {
      if (closing.aborted) return;
      // One team's documents that can't be read are no reason to leave the others without theirs.
      await layTeam(id).catch(logError);
    }
  }

  async function layTeam(id: string): Promise<void> {
    const team = (await store.documents.load({ team: id, document: id }))?.body;
    if (team?.kind !== 'team' || !team.laysTomorrow) return;
    const date = dateDue(team, now());
    let hasNew = false;
    for (const area of team.areas) hasNew = (await layArea(id, team, { area, date })) || hasNew;
    if (hasNew) await takeSchedule(id, date);
    const today = businessDay(now(), team.timeZone, team.dayStart);
    for (const each of [today, addDays(today, 1)]) await placePeople(id, each);
  }

  /** Never a second one: an id that exists is refused, also one of a deleted layout. */
  async function layArea(id: string, team: Team, { area, date }: { area: string; date: IsoDate }) {
    const template = templateOn(team.weekdays ?? [], date, area);
    if (template === undefined) return false;
    const existing = await documents.list(id, 'layout', { from: date, to: date });
    if (existing.some((row) => row.area === area)) return false;
    const ref = { team: id, document: laidId(date, area) };
    const body = (await documents.read({ team: id, document: template }))?.body;
    if (body?.kind !== 'template' || body.deleted || body.area !== area) return false;
    const layout = { ...layTemplate(body, date, settingsOn(team, date)), laid: { from: null, left: [] } };
    return (await documents.issue(ref, { type: 'layout.create', layout })).ok;
  }

  /** As on the last same weekday; only while nobody has a position, so that it never meets somebody at work on it. */
  async function placePeople(team: string, date: IsoDate): Promise<void> {
    for await (const found of layoutsOf(documents, team, [date, date], Infinity)) {
      const { document, layout, version } = found;
      if (!document.startsWith(laidPrefix)) continue;
      const ref = { team, document };
      if (layout.laid?.from !== null || layout.shifts.length === 0) continue;
      const source = isNobodySeated(layout) ? await lastOf(team, layout) : null;
      if (!source) continue;
      const crew = (await documents.read({ team, document: crewDocument }))?.body;
      const personOf = personOfCrew(crew?.kind === 'crew' ? crew : emptyCrew);
      const { seats, left } = fillFromDay(layout, source, { personOf });
      const from = `${weekday(source.date)}, ${showDate(source.date)}`;
      const laid = { from: source.date, left: storedLeftOut(left) };
      const changes: SingleChange[] = seats.length > 0 ? [{ type: 'seats.fill', from, seats }] : [];
      changes.push({ type: 'layout.laid', laid });
      // Another server may be at it, too.
      await documents.issue(ref, { type: 'batch', changes }, {}, version);
    }
  }

  async function lastOf(team: string, layout: Layout): Promise<Layout | null> {
    const rows = (await documents.list(team, 'layout', weekdayRange(layout.date))).flatMap(
      ({ id, name, area, date }) =>
        name !== null && area !== null && date !== null ? [{ id, template: name, area, date }] : [],
    );
    const row = lastSameWeekday(rows, layout);
    const body = row && (await documents.read({ team, document: row.id }))?.body;
    return body?.kind === 'layout' ? body : null;
  }

  const { run: layDue, close } = repeatWork(layAllDue, { first: FIRST, every: CHECK_EVERY, logError });
  return {
    /** Makes the layouts that are due, and places people on those that have shifts by now. */
    layDue,
    close,
  };
}

const laidPrefix = 'laid-';

/** One id for a date and an area, so that two servers make one layout. */
const laidId = (date: IsoDate, area: string): string =>
  `${laidPrefix}${date}-${createHash('sha256').update(area).digest('hex').slice(0, 16)}`;
