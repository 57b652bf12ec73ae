import * as z from 'zod/mini';
import { done, type Outcome } from '../../../domain/problem/problem.ts';
import { isTimeZone } from '../../../domain/time/date.ts';
import {
  collectShifts,
  fieldsOf,
  largestJson,
  looseFields,
  type ParsedList,
  type Provider,
  type ProviderDependencies,
  type ProviderRequest,
  parseJson,
  parsePages,
  type SkipReason,
  startOfDay,
  toLocalDateTime,
  toLocations,
} from './provider.ts';

/** Tokens have a default API version, so each request names the one this file was written for. */
const API_VERSION = '2026-01-01';
const PAGE_SIZE = 500;
/** Former employees aren't in the list of users and are fetched one by one; more than this go without a name, or 7shifts would block the token. */
const MAX_FORMER_USERS = 40;
const CONCURRENCY = 4;

const page = z.object({
  data: looseFields.list,
  meta: z.nullish(z.object({ cursor: z.nullish(z.object({ next: z.nullish(z.string()) })) })),
});

const shift = z.object({
  id: looseFields.id,
  start: z.string(),
  end: z.string(),
  user_id: looseFields.maybeId,
  role_id: looseFields.maybeId,
  location_id: looseFields.maybeId,
  station_name: looseFields.text,
  notes: looseFields.text,
  open: looseFields.flag,
  draft: looseFields.flag,
  deleted: looseFields.flag,
  publish_status: looseFields.text,
});
type Shift = z.infer<typeof shift>;

const user = z.object({
  id: looseFields.id,
  first_name: looseFields.text,
  last_name: looseFields.text,
  preferred_first_name: looseFields.text,
  preferred_last_name: looseFields.text,
  email: looseFields.text,
});
const role = z.object({ id: looseFields.id, name: looseFields.text });
const location = z.object({ id: looseFields.id, name: looseFields.text, timezone: looseFields.text });

const field = fieldsOf('sevenshifts');

/** 7shifts, through version 2 of its public API. */
export function createSevenShifts({ safeFetch, base }: ProviderDependencies): Provider {
  const get = ({ settings, signal }: ProviderRequest, path: string, query: URLSearchParams) =>
    safeFetch.fetch({
      largest: largestJson,
      url: `${base}/v2/company/${encodeURIComponent(settings.company ?? '')}/${path}?${query}`,
      headers: {
        authorization: `Bearer ${settings.token}`,
        accept: 'application/json',
        'x-api-version': API_VERSION,
      },
      signal,
    });

  const fetchAllPages = <T>(
    request: ProviderRequest,
    path: string,
    query: Readonly<Record<string, string>>,
    item: z.ZodMiniType<T>,
  ): Promise<Outcome<ParsedList<T>>> =>
    parsePages(item, request.timeSlice, async (cursor) => {
      const search = new URLSearchParams({ ...query, limit: String(PAGE_SIZE), ...(cursor && { cursor }) });
      const parsed = await parseJson(await get(request, path, search), page, request.timeSlice);
      if (!parsed.ok) return parsed;
      const { data, meta } = parsed.value;
      return done({ entries: data, next: meta?.cursor?.next || null });
    });

  async function fetchFormerUsers(
    request: ProviderRequest,
    ids: readonly string[],
  ): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    const remaining = ids.slice(0, MAX_FORMER_USERS).values();
    const worker = async () => {
      for (const id of remaining) {
        const response = await get(request, `users/${encodeURIComponent(id)}`, new URLSearchParams());
        const parsed = await parseJson(response, z.object({ data: user }), request.timeSlice);
        if (parsed.ok) names.set(id, nameOf(parsed.value.data));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return names;
  }

  return {
    key: 'sevenshifts',
    name: '7shifts',
    risk: null,
    fields: [field('token', { isSecret: true }), field('company')],
    fetchLocations: async (request) =>
      toLocations(
        await fetchAllPages(request, 'locations', {}, location),
        ({ timezone: timeZone, ...each }) => ({ ...each, timeZone }),
      ),
    async fetchSchedule(request) {
      const { date } = request;
      const between = {
        'start[gte]': new Date(startOfDay(date, -1, request.timeZone)).toISOString(),
        'start[lte]': new Date(startOfDay(date, 2, request.timeZone)).toISOString(),
        ...(request.location && { location_id: request.location }),
      };
      const [shifts, drafts, deleted, users, roles, locations] = await Promise.all([
        fetchAllPages(request, 'shifts', between, shift),
        // The list has only published shifts. The others are fetched to say that they were skipped.
        fetchAllPages(request, 'shifts', { ...between, draft: 'true' }, shift),
        fetchAllPages(request, 'shifts', { ...between, deleted: 'true' }, shift),
        fetchAllPages(request, 'users', {}, user),
        fetchAllPages(request, 'roles', {}, role),
        // With a location chosen, the connection's time zone is that location's.
        request.location
          ? done({ items: [], unreadable: 0 })
          : fetchAllPages(request, 'locations', {}, location),
      ]);
      if (!shifts.ok) return shifts;
      if (!users.ok) return users;
      if (!roles.ok) return roles;
      const names = new Map(users.value.items.map((each) => [each.id, nameOf(each)]));
      const emails = new Map(users.value.items.map(({ id, email }) => [id, email]));
      const scheduled = new Set(shifts.value.items.map(({ user_id: id }) => id).filter((id) => id !== null));
      const former = await fetchFormerUsers(
        request,
        [...scheduled].filter((id) => !names.has(id)),
      );
      const roleNames = new Map(roles.value.items.map((each) => [each.id, each.name]));
      const zones = new Map(
        (locations.ok ? locations.value.items : [])
          .filter(({ timezone }) => isTimeZone(timezone))
          .map(({ id, timezone }) => [id, timezone]),
      );
      const published = new Set(shifts.value.items.map(({ id }) => id));
      const drafted = drafts.ok ? drafts.value.items : [];
      const listed = new Set([...published, ...drafted.map(({ id }) => id)]);
      const removed = (deleted.ok ? deleted.value.items : []).filter(({ id }) => !listed.has(id));
      const all = [
        ...shifts.value.items.map((each) => [each, skipReason(each)] as const),
        ...drafted.map((each) => [each, published.has(each.id) ? 'edited' : 'draft'] as const),
        ...removed.map((each) => [each, 'deleted'] as const),
      ];
      return collectShifts('sevenshifts', request, all, shifts.value, ([each, skip]) => {
        const timeZone = zones.get(each.location_id ?? '') ?? request.timeZone;
        const person = each.user_id ?? '';
        const roleName = roleNames.get(each.role_id ?? '') ?? '';
        return {
          id: each.id,
          name: names.get(person) ?? former.get(person) ?? '',
          person,
          email: emails.get(person),
          start: toLocalDateTime(Date.parse(each.start), timeZone),
          end: toLocalDateTime(Date.parse(each.end), timeZone),
          job: each.station_name || roleName,
          role: roleName,
          note: each.notes,
          store: each.location_id,
          skip,
        };
      });
    },
  };
}

function skipReason(shift: Shift): SkipReason | null {
  const { deleted, draft, publish_status: status } = shift;
  if (deleted) return 'deleted';
  if (status ? status !== 'published' : draft) return 'draft';
  return shift.open || shift.user_id === null ? 'open' : null;
}

const nameOf = (each: z.infer<typeof user>): string =>
  `${each.preferred_first_name || each.first_name} ${each.preferred_last_name || each.last_name}`;
