import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../domain/problem.ts';
import type { Door } from '../outgoing/door.ts';
import { createCollection, type LeftOut, localMoment, startOfDay } from './collect.ts';
import { anyId, maybeText, readJson } from './json.ts';
import type { Asking, Provider, ProviderSchedule, ReadTerms } from './provider.ts';

interface Parts {
  readonly door: Pick<Door, 'fetch'>;
  /** Where the service is, without a slash at the end. */
  readonly base: string;
}

const MOST_A_PAGE = 500;
/** More pages than a chain of stores fills in three days: then the answer runs in a circle, or is not what was asked for. */
const MOST_PAGES = 40;

const page = <T extends z.core.$ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    meta: z.nullish(z.object({ cursor: z.nullish(z.object({ next: z.nullish(z.string()) })) })),
  });

const flag = z.nullish(z.boolean());
const shift = z.object({
  id: anyId,
  start: z.string(),
  end: z.string(),
  user_id: z.nullish(anyId),
  role_id: z.nullish(anyId),
  location_id: z.nullish(anyId),
  station_name: maybeText,
  notes: maybeText,
  open: flag,
  draft: flag,
  deleted: flag,
  publish_status: z.nullish(z.string()),
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
const location = z.object({ id: anyId, name: maybeText });

/** 7shifts, by version 2 of its public API. */
export function createSevenShifts({ door, base }: Parts): Provider {
  /** Every page of a list. */
  async function readAll<T>(
    { settings, signal }: Asking,
    path: string,
    query: Readonly<Record<string, string>>,
    item: z.ZodMiniType<T>,
  ): Promise<Outcome<readonly T[]>> {
    const all: T[] = [];
    let cursor: string | null | undefined;
    for (let number = 0; number < MOST_PAGES; number++) {
      const search = new URLSearchParams({ ...query, limit: String(MOST_A_PAGE), ...(cursor && { cursor }) });
      const company = encodeURIComponent(settings.company ?? '');
      const answer = await door.fetch({
        url: `${base}/v2/company/${company}/${path}?${search}`,
        headers: {
          authorization: `Bearer ${settings.token}`,
          accept: 'application/json',
          ...(settings.guid && { 'x-company-guid': settings.guid }),
        },
        signal,
      });
      const read = readJson(answer, page(item));
      if (!read.ok) return read;
      all.push(...(read.value.data as T[]));
      cursor = read.value.meta?.cursor?.next;
      if (!cursor) return done(all);
    }
    return refuse('schedule-unreadable');
  }

  async function read(terms: ReadTerms): Promise<Outcome<ProviderSchedule>> {
    const { date, timeZone } = terms;
    const between = {
      'start[gte]': new Date(startOfDay(date, -1, timeZone)).toISOString(),
      'start[lte]': new Date(startOfDay(date, 2, timeZone)).toISOString(),
    };
    const [shifts, users, roles] = await Promise.all([
      readAll(terms, 'shifts', { ...between, ...(terms.location && { location_id: terms.location }) }, shift),
      readAll(terms, 'users', {}, user),
      readAll(terms, 'roles', {}, role),
    ]);
    if (!shifts.ok) return shifts;
    if (!users.ok) return users;
    if (!roles.ok) return roles;
    const names = new Map(users.value.map((each) => [each.id, nameOf(each)]));
    const roleNames = new Map(roles.value.map((each) => [each.id, each.name]));
    const collection = createCollection('sevenshifts', date);
    for (const each of shifts.value) {
      const roleName = roleNames.get(each.role_id ?? '') ?? '';
      collection.add({
        id: each.id,
        name: names.get(each.user_id ?? '') ?? '',
        start: localMoment(Date.parse(each.start), timeZone),
        end: localMoment(Date.parse(each.end), timeZone),
        job: each.station_name || roleName,
        role: roleName,
        note: each.notes,
        store: each.location_id ?? null,
        leftOut: leftOut(each),
      });
    }
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
        help: 'In 7shifts under Company Settings, Developer Tools.',
      },
      {
        name: 'company',
        label: 'Company id',
        kind: 'text',
        isSecret: false,
        isRequired: true,
        help: 'The number in the address of your 7shifts pages.',
      },
      {
        name: 'guid',
        label: 'Company GUID',
        kind: 'text',
        isSecret: false,
        isRequired: false,
        help: 'Only for partners.',
      },
    ],
    async locations(asking) {
      const read = await readAll(asking, 'locations', {}, location);
      return read.ok ? done(read.value.map(({ id, name }) => ({ id, name: name || id }))) : read;
    },
    read,
  };
}

function leftOut({ deleted, draft, publish_status: status, open, user_id: user }: Shift): LeftOut | null {
  if (deleted) return 'deleted';
  if (draft || (status && status !== 'published')) return 'draft';
  return open || !user || user === '0' ? 'open' : null;
}

const nameOf = (each: z.infer<typeof user>): string =>
  `${each.preferred_first_name || each.first_name} ${each.preferred_last_name || each.last_name}`;
