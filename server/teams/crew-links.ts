import { deletePerson } from '../../contract/crew.ts';
import {
  findMe,
  getNextDay,
  linkMe,
  type OfferedPerson,
  offeredLimit,
  todayLimit,
  unlinkMe,
} from '../../contract/mine.ts';
import type { Change } from '../../domain/change/change.ts';
import type { Crew } from '../../domain/crew/crew.ts';
import { crewDocument, emptyCrew } from '../../domain/crew/crew-document.ts';
import { crewIndex } from '../../domain/crew/crew-index.ts';
import { createForgetting, type Forgetting } from '../../domain/crew/forget-person.ts';
import { shiftsOf } from '../../domain/crew/my-day.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { mayBeSamePerson } from '../../domain/day/likely-name.ts';
import { formerName } from '../../domain/day/people-changes.ts';
import { isSameName } from '../../domain/day/same-name.ts';
import { sortShifts } from '../../domain/day/shift.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { fullName, mayManage } from '../../domain/team/user.ts';
import { addDays, businessDay, type IsoDate } from '../../domain/time/date.ts';
import type { DocumentRef, Rewriting } from '../database/document-store.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { authorOf } from '../door/guard.ts';
import { newId } from '../id.ts';
import type { Documents } from '../live/documents.ts';
import { createTimeSlice } from '../live/work-turns.ts';

/** Changes of the crew that may come between looking and linking: on a busy day, ‘This is me’ would often fail. */
const ATTEMPTS = 5;
/** How far the next day is looked for, in days, and in how many layouts at most: a page that opens waits for it. */
const DAYS = 14;
const MOST_LAYOUTS = 60;

/** Of one person, an hour: nobody learns the names of a crew by trying them, also as the name of their account. */
const MOST_NAMES = 30;
const HOUR = 3_600_000;

interface LinkedPerson {
  readonly name: string;
  /** The person's id, and those that were merged into it. */
  readonly ids: readonly string[];
}

/** Whoever is unlinked isn't linked again by an address. */
function linkedOrNot(
  { people, merged }: Crew,
  link: { readonly person: string; readonly account: string | null },
): Change {
  const isKnown = [...people, ...merged].some(({ id, email }) => id === link.person && email !== undefined);
  const linking = { type: 'person.link', ...link } as const;
  if (link.account !== null || !isKnown) return linking;
  const forgotten = { type: 'person.emails', people: [{ person: link.person, matched: true }] } as const;
  return { type: 'batch', changes: [linking, forgotten] } as Change;
}

export async function crewOf(documents: Pick<Documents, 'find'>, team: string): Promise<Crew | null> {
  const body = (await documents.find({ team, document: crewDocument }))?.body;
  return body?.kind === 'crew' ? body : null;
}

export async function* layoutsOf(
  documents: Pick<Documents, 'list' | 'find'>,
  team: string,
  [from, to]: readonly [IsoDate, IsoDate],
  most = MOST_LAYOUTS,
): AsyncGenerator<{ readonly document: string; readonly layout: Layout; readonly version: number }> {
  const rows = await documents.list(team, 'layout', { from, to });
  for (const { id: document } of rows.slice(0, most)) {
    const found = await documents.find({ team, document });
    if (found?.body.kind === 'layout') yield { document, layout: found.body, version: found.version };
  }
}

/** Changes the crew if it still is as it was when `decide` looked at it; null for no change. */
export async function changeCrew(
  documents: Pick<Documents, 'findLatest' | 'issue'>,
  team: string,
  by: { readonly by?: string; readonly device?: string },
  decide: (crew: Crew) => Outcome<Change | null>,
): Promise<Outcome<Record<string, never>>> {
  const ref = { team, document: crewDocument };
  for (let attempt = 1; ; attempt++) {
    const crew = await documents.findLatest(ref);
    if (crew?.body.kind !== 'crew') return refuse('person-missing');
    const decided = decide(crew.body);
    if (!decided.ok) return decided;
    if (decided.value === null) return done({});
    const changed = await documents.issue(ref, decided.value, by, crew.version);
    if (changed.ok) return done({});
    if (changed.problem.code !== 'too-busy' || attempt === ATTEMPTS) return changed;
  }
}

export type CrewLinks = ReturnType<typeof createCrewLinks>;

/** Which person of a team's crew an account belongs to. Managers see and undo links on the crew page. */
export function createCrewLinks(documents: Pick<Documents, 'find' | 'findLatest' | 'issue'>) {
  async function personOf(team: string, user: string): Promise<LinkedPerson | null> {
    const crew = await crewOf(documents, team);
    const index = crew && crewIndex(crew);
    const person = index?.personOfAccount(user);
    return index && person ? { name: person.name, ids: index.idsOf(person.id) } : null;
  }

  /** Also when they leave the team. */
  const unlink = (team: string, user: string, device = ''): Promise<Outcome<Record<string, never>>> =>
    changeCrew(documents, team, { by: user, device }, (crew) => {
      const record = [...crew.people, ...crew.merged].find(({ account }) => account === user);
      return done(record ? linkedOrNot(crew, { person: record.id, account: null }) : null);
    });

  return { personOf, unlink };
}

export function serveMine(serve: Serve, { documents, store, links, kiosks, createLimit, now }: Parts): void {
  const names = createLimit(MOST_NAMES, HOUR);

  async function todayOf(team: string): Promise<IsoDate | null> {
    const body = (await documents.find({ team, document: team }))?.body;
    return body?.kind === 'team' ? businessDay(now(), body.timeZone, body.dayStart) : null;
  }

  async function peopleOfToday(team: string): Promise<readonly string[]> {
    const today = await todayOf(team);
    const people = new Set<string>();
    if (today === null) return [];
    for await (const { layout } of layoutsOf(documents, team, [today, today])) {
      for (const { person } of layout.shifts) if (person !== undefined) people.add(person);
    }
    return [...people];
  }

  /**
   * Never the whole crew: who has exactly the account's name, or one that was typed instead, and the people of today's layouts,
   * whom every member sees there, first those with similar names. Nobody is looked up by name after too many tries. Who has
   * a PIN can be at a tablet under their own name: a manager says whose account they have.
   */
  serve(findMe, async ({ params: { team }, caller: { user }, query: { name: typed } }) => {
    const tries = names.add(user.id);
    if (typed !== undefined && !tries) return refuse('too-many-requests');
    const crew = await crewOf(documents, team);
    if (!crew) return done({ exact: [], similar: [], today: [] });
    const index = crewIndex(crew);
    const withPin = new Set((await kiosks.peopleWithPin(team)).map((each) => each.person.id));
    const isFree = ({ id }: OfferedPerson) => index.accountOf(id) === null && !withPin.has(id);
    const free = crew.people.filter((each) => each.active && isFree(each));
    const offered = ({ id, name }: OfferedPerson): OfferedPerson => ({ id, name });
    const name = typed?.trim() || fullName(user);
    const isExact = (each: OfferedPerson) =>
      index
        .recordsOf(each.id)
        .some((record) => [record.name, ...record.names].some((one) => isSameName(one, name)));
    const exact = tries ? free.filter(isExact).slice(0, offeredLimit) : [];
    const shown = new Set(exact.map(({ id }) => id));
    const todays = new Map(
      (await peopleOfToday(team)).flatMap((id) => {
        const person = index.personOf(id);
        const isOffered = person && !shown.has(person.id) && isFree(person);
        return isOffered ? [[person.id, offered(person)]] : [];
      }),
    );
    const sorted = [...todays.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
    const similar = sorted
      .filter((each) => typed === undefined && mayBeSamePerson(each.name, name))
      .slice(0, offeredLimit - exact.length);
    const today = sorted.filter((each) => !similar.includes(each)).slice(0, todayLimit);
    return done({ exact: exact.map(offered), similar, today });
  });

  serve(linkMe, async (request) => {
    const { user } = request.caller;
    const { team } = request.params;
    const { device = '' } = authorOf(request);
    const hasPin = (await kiosks.pinOf(team, request.body.person)) !== null;
    const linked = await changeCrew(documents, team, { by: user.id, device }, (crew) => {
      const index = crewIndex(crew);
      const root = index.personOf(request.body.person);
      if (!root) return refuse('person-missing', { field: 'person' });
      const other = index.personOfAccount(user.id);
      if (other?.id === root.id) return done(null);
      if (other) return refuse('account-linked', { details: { name: other.name } });
      if (index.accountOf(root.id) !== null) return refuse('person-linked', { details: { name: root.name } });
      if (hasPin) return refuse('person-has-pin', { details: { name: root.name } });
      return done(linkedOrNot(crew, { person: root.id, account: user.id }));
    });
    // They may have been removed from the team meanwhile.
    if (linked.ok && (await store.members.role(team, user.id)) === null) {
      await links.unlink(team, user.id);
      return refuse('not-found');
    }
    return linked;
  });

  serve(unlinkMe, (request) =>
    links.unlink(request.params.team, request.caller.user.id, authorOf(request).device),
  );

  serve(getNextDay, async ({ params: { team }, caller }) => {
    const [person, today] = [await links.personOf(team, caller.user.id), await todayOf(team)];
    if (!person || today === null) return done({ day: null });
    let day: { date: IsoDate; area: string; startTime: string; endTime: string } | null = null;
    for await (const { layout } of layoutsOf(documents, team, [addDays(today, 1), addDays(today, DAYS)])) {
      const { date, area, dayStart, shifts } = layout;
      if (day && day.date !== date) break;
      const [shift] = sortShifts(
        shiftsOf(shifts, person.ids).filter(({ out }) => !out),
        dayStart,
      );
      if (shift && !day) day = { date, area, startTime: shift.startTime, endTime: shift.endTime };
    }
    return done({ day });
  });
}

/**
 * Deletes a person from the crew, and their name and notes from all layouts, deleted ones too, and from everything that is
 * stored about them. It can't be undone. If it is interrupted, the person is still in the crew, and it can be done
 * again. The value says how many layouts had the name.
 */
export function serveCrew(
  serve: Serve,
  {
    documents,
    store: { documents: store, members, schedule, pins, securityLog: entries },
    securityLog,
  }: Parts,
): void {
  const timeSlice = createTimeSlice(() => performance.now());

  async function look(ref: DocumentRef, forgetting: Forgetting): Promise<void> {
    forgetting.look((await documents.read(ref))?.body);
    for await (const { change } of store.changes(ref)) {
      forgetting.look(change);
      await timeSlice.yieldIfDue();
    }
  }

  async function forgetIn(ref: DocumentRef, forgetting: Forgetting): Promise<Outcome<null>> {
    // First, so that no copy in memory or on a screen has the name when the history is rewritten.
    const body = (await documents.read(ref))?.body;
    const shifts = body?.kind === 'layout' ? forgetting.theirs(body.shifts) : [];
    if (shifts.length > 0) {
      const forgotten = await documents.issue(ref, { type: 'shift.forget', shifts });
      if (!forgotten.ok) return forgotten;
    }
    await store.rewriteDocument(ref, rewritingBy(forgetting));
    return done(null);
  }

  serve(deletePerson, async (request) => {
    const author = authorOf(request);
    const { team } = request.params;
    const ref = { team, document: crewDocument };
    const found = (await documents.read(ref))?.body;
    const crew = found?.kind === 'crew' ? found : emptyCrew;
    const person = crewIndex(crew).personOf(request.params.person);
    if (!person) return refuse('person-missing');
    const records = crewIndex(crew).recordsOf(person.id);
    const forgotten = {
      ids: new Set(records.map((each) => each.id)),
      names: records.flatMap((each) => [
        each.name,
        ...each.names,
        ...each.providerIds.map(({ name }) => name),
      ]),
    };
    let layouts = 0;
    for (const document of await store.idsOf(team, 'layout')) {
      const forgetting = createForgetting(forgotten);
      await look({ team, document }, forgetting);
      if (!forgetting.isNamed) continue;
      // it may take a while, and the right may end meanwhile
      const role = await members.role(team, author.user);
      if (role === null || !mayManage(role)) return refuse('not-allowed');
      const rewritten = await forgetIn({ team, document }, forgetting);
      if (!rewritten.ok) return rewritten;
      layouts += 1;
    }
    await schedule.forgetReadingsOf(team);
    await pins.remove(team, [...forgotten.ids]);
    await securityLog.settled();
    await entries.forgetPerson(team, [...forgotten.ids], formerName);
    const change = { type: 'person.delete', person: person.id, forget: true } as const;
    const deleted = await documents.change(author, ref, { id: newId(), change });
    if (!deleted.ok) return deleted;
    await store.rewriteDocument(ref, rewritingBy(createForgetting(forgotten)));
    await store.clearLog();
    await securityLog.record({ type: 'person-deleted', by: author.user, team }, request);
    return done({ layouts });
  });
}

const rewritingBy = (forgetting: Forgetting): Rewriting => ({
  change(change, record) {
    const next = forgetting.replace(change);
    const nextRecord = forgetting.replaceIn(record);
    const isSame =
      next === null && nextRecord?.did === record?.did && nextRecord?.undoes?.did === record?.undoes?.did;
    return isSame ? null : { change: next ?? change, record: nextRecord };
  },
  body(body) {
    const next = forgetting.replace(body);
    // names decide the order of shifts with the same times
    return next?.kind === 'layout' ? { ...next, shifts: sortShifts(next.shifts, next.dayStart) } : next;
  },
});
