import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { isTimeZone } from '../../../domain/time/date.ts';
import type { Door } from '../../safe-fetch/safe-fetch.ts';
import { createCollection, type LeftOut, localMoment, startOfDay, zoneOf } from '../collect.ts';
import { anyId, maybeFlag, maybeId, maybeText, type ReadList, readJson, readList } from './json.ts';
import type { Asking, Provider, ProviderSchedule, ReadTerms } from './provider.ts';

interface Parts {
  readonly door: Pick<Door, 'fetch'>;
  /** Where the service is, without a slash at the end. */
  readonly base: string;
}

/** Tokens carry a default version of their own, so each request names the one that this file was written for. */
const API_VERSION = '2026-01-01';
const MOST_A_PAGE = 500;
/** More pages than a chain of stores fills in three days: then the answer runs in a circle, or is not what was asked for. */
const MOST_PAGES = 40;
/** People who left are not in the list of users; so many of them are asked for one by one, a few at a time. */
const MOST_FORMER_USERS = 40;
const USERS_AT_ONCE = 4;

const page = z.object({
  data: z.array(z.unknown()),
  meta: z.nullish(z.object({ cursor: z.nullish(z.object({ next: z.nullish(z.string()) })) })),
});

const shift = z.object({
  id: anyId,
  start: z.string(),
  end: z.string(),
  user_id: maybeId,
  role_id: maybeId,
  location_id: maybeId,
  station_name: maybeText,
  notes: maybeText,
  open: maybeFlag,
  draft: maybeFlag,
  deleted: maybeFlag,
  publish_status: maybeText,
});
type Shift = z.infer<typeof shift>;

const user = z.object({
  id: anyId,
  first_name: maybeText,
  last_name: maybeText,
  preferred_first_name: maybeText,
  preferred_last_name: maybeText,
});
const role = z.object({ id: anyId, name: maybeText });
const location = z.object({ id: anyId, name: maybeText, timezone: maybeText });

/** 7shifts, by version 2 of its public API. */
export function createSevenShifts({ door, base }: Parts): Provider {
  const get = ({ settings, signal }: Asking, path: string, query: URLSearchParams) =>
    door.fetch({
      url: `${base}/v2/company/${encodeURIComponent(settings.company ?? '')}/${path}?${query}`,
      headers: {
        authorization: `Bearer ${settings.token}`,
        accept: 'application/json',
        'x-api-version': API_VERSION,
      },
      signal,
    });

  /** Every page of a list. */
  async function readAll<T>(
    asking: Asking,
    path: string,
    query: Readonly<Record<string, string>>,
    item: z.ZodMiniType<T>,
  ): Promise<Outcome<ReadList<T>>> {
    const all: unknown[] = [];
    let cursor: string | null | undefined;
    for (let number = 0; number < MOST_PAGES; number++) {
      const search = new URLSearchParams({ ...query, limit: String(MOST_A_PAGE), ...(cursor && { cursor }) });
      const read = readJson(await get(asking, path, search), page);
      if (!read.ok) return read;
      all.push(...read.value.data);
      cursor = read.value.meta?.cursor?.next;
      if (!cursor) return readList(all, item);
    }
    return refuse('schedule-unreadable');
  }

  /** Names of people whom the list of users leaves out, such as those who left since. */
  async function readFormerUsers(asking: Asking, ids: readonly string[]): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    const left = ids.slice(0, MOST_FORMER_USERS).values();
    const work = async () => {
      for (const id of left) {
        const answer = await get(asking, `users/${encodeURIComponent(id)}`, new URLSearchParams());
        const read = readJson(answer, z.object({ data: user }));
        if (read.ok) names.set(id, nameOf(read.value.data));
      }
    };
    await Promise.all(Array.from({ length: USERS_AT_ONCE }, work));
    return names;
  }

  async function read(terms: ReadTerms): Promise<Outcome<ProviderSchedule>> {
    const { date } = terms;
    const between = {
      'start[gte]': new Date(startOfDay(date, -1, terms.timeZone)).toISOString(),
      'start[lte]': new Date(startOfDay(date, 2, terms.timeZone)).toISOString(),
      ...(terms.location && { location_id: terms.location }),
    };
    const [shifts, drafts, deleted, users, roles, locations] = await Promise.all([
      readAll(terms, 'shifts', between, shift),
      // The list has what is published alone; what else there is, is asked for apart and only told.
      readAll(terms, 'shifts', { ...between, draft: 'true' }, shift),
      readAll(terms, 'shifts', { ...between, deleted: 'true' }, shift),
      readAll(terms, 'users', {}, user),
      readAll(terms, 'roles', {}, role),
      // With a location chosen, the connection's time zone is that location's.
      terms.location ? done({ items: [], unreadable: 0 }) : readAll(terms, 'locations', {}, location),
    ]);
    if (!shifts.ok) return shifts;
    if (!users.ok) return users;
    if (!roles.ok) return roles;
    const names = new Map(users.value.items.map((each) => [each.id, nameOf(each)]));
    const unknown = new Set(shifts.value.items.map(({ user_id: id }) => id).filter((id) => id !== null));
    const former = await readFormerUsers(
      terms,
      [...unknown].filter((id) => !names.has(id)),
    );
    const roleNames = new Map(roles.value.items.map((each) => [each.id, each.name]));
    const zones = new Map(
      (locations.ok ? locations.value.items : [])
        .filter(({ timezone }) => isTimeZone(timezone))
        .map(({ id, timezone }) => [id, timezone]),
    );
    const collection = createCollection('sevenshifts', date);
    collection.unreadable(shifts.value.unreadable);
    const add = (each: Shift, left: LeftOut | null) => {
      const timeZone = zones.get(each.location_id ?? '') ?? terms.timeZone;
      const person = each.user_id ?? '';
      const roleName = roleNames.get(each.role_id ?? '') ?? '';
      collection.add({
        id: each.id,
        name: names.get(person) ?? former.get(person) ?? '',
        start: localMoment(Date.parse(each.start), timeZone),
        end: localMoment(Date.parse(each.end), timeZone),
        job: each.station_name || roleName,
        role: roleName,
        note: each.notes,
        store: each.location_id,
        leftOut: left,
      });
    };
    const published = new Set<string>();
    for (const each of shifts.value.items) {
      published.add(each.id);
      add(each, leftOut(each));
    }
    for (const each of drafts.ok ? drafts.value.items : []) {
      add(each, published.has(each.id) ? 'edited' : 'draft');
    }
    const listed = new Set([...published, ...(drafts.ok ? drafts.value.items.map(({ id }) => id) : [])]);
    for (const each of deleted.ok ? deleted.value.items : []) if (!listed.has(each.id)) add(each, 'deleted');
    return collection.result();
  }

  return {
    key: 'sevenshifts',
    name: '7shifts',
    risk: null,
    fields: [
      {
        name: 'token',
        label: 'Access token',
        kind: 'text',
        isSecret: true,
        isRequired: true,
        help: 'In 7shifts, go to Company Settings > Developer Tools.',
      },
      {
        name: 'company',
        label: 'Company id',
        kind: 'text',
        isSecret: false,
        isRequired: true,
        help: 'The number in the address of your 7shifts pages.',
      },
    ],
    async locations(asking) {
      const read = await readAll(asking, 'locations', {}, location);
      if (!read.ok) return read;
      return done(
        read.value.items.map(({ id, name, timezone }) => ({
          id,
          name: name || id,
          timeZone: zoneOf(timezone),
        })),
      );
    },
    read,
  };
}

function leftOut({ deleted, draft, publish_status: status, open, user_id: user }: Shift): LeftOut | null {
  if (deleted) return 'deleted';
  if (status ? status !== 'published' : draft) return 'draft';
  return open || user === null ? 'open' : null;
}

const nameOf = (each: z.infer<typeof user>): string =>
  `${each.preferred_first_name || each.first_name} ${each.preferred_last_name || each.last_name}`;
