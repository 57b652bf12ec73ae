import { type ReceivedRequest, type Reply, runStandIn, type StandIn, unauthorized } from './stand-in.ts';

export interface SevenShiftsShift {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  /** 0 when nobody works it yet. */
  readonly user_id: number;
  readonly role_id: number;
  readonly location_id: number;
  readonly station_name: string | null;
  readonly notes: string | null;
  readonly open: boolean;
  readonly draft: boolean;
  readonly deleted: boolean;
  readonly publish_status: string;
}

export interface SevenShiftsCompany {
  shifts: SevenShiftsShift[];
  users: {
    id: number;
    first_name: string;
    last_name: string;
    preferred_first_name: string | null;
    preferred_last_name: string | null;
    email?: string;
    /** Missing for current employees; people who left are in no list and are only found by id. */
    active?: boolean;
  }[];
  roles: { id: number; name: string }[];
  locations: { id: number; name: string; timezone?: string }[];
  token: string;
  /** Items of a page at most. */
  page: number;
  /** Pages name themselves as the next one, and have as many items as they want. */
  circles: boolean;
}

export interface SevenShiftsStandIn extends StandIn {
  /** What Lineup's environment needs: `runServer({ env: outgoingEnv(sevenshifts) })`. */
  readonly env: { readonly SEVENSHIFTS_URL: string };
  readonly company: SevenShiftsCompany;
}

/** Ana Lopez cooks from `start` to `end`, ISO instants, by default. */
export const sevenShift = (
  id: number,
  start: string,
  end: string,
  told: Partial<SevenShiftsShift> = {},
): SevenShiftsShift => ({
  id,
  start,
  end,
  user_id: 11,
  role_id: 21,
  location_id: 31,
  station_name: null,
  notes: null,
  open: false,
  draft: false,
  deleted: false,
  publish_status: 'published',
  ...told,
});

/** Company 4567, with the token 'seven-token'. */
export const harborCompany = (shifts: readonly SevenShiftsShift[] = []): SevenShiftsCompany => ({
  shifts: [...shifts],
  users: [
    { id: 11, first_name: 'Ana', last_name: 'Lopez', preferred_first_name: null, preferred_last_name: null },
    {
      id: 12,
      first_name: 'Robert',
      last_name: 'Null',
      preferred_first_name: 'Bob',
      preferred_last_name: null,
    },
  ],
  roles: [{ id: 21, name: 'Cook' }],
  locations: [
    { id: 31, name: 'Harbor' },
    { id: 32, name: 'Hill' },
  ],
  token: 'seven-token',
  page: 500,
  circles: false,
});

/** A stand-in for version 2 of 7shifts' API, with its pages. */
export async function runSevenShifts(company = harborCompany()): Promise<SevenShiftsStandIn> {
  const standIn = await runStandIn((asked) =>
    asked.headers.authorization === `Bearer ${company.token}` && !standIn.faults.wrongPassword
      ? answer(asked, company)
      : unauthorized,
  );
  return { ...standIn, env: { SEVENSHIFTS_URL: standIn.address }, company };
}

function answer({ path, query, headers }: ReceivedRequest, company: SevenShiftsCompany): Reply {
  if (headers['x-api-version'] !== '2026-01-01') return { status: 400, body: { error: 'missing_header' } };
  const [, id, list, one] = /^\/v2\/company\/(\w+)\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
  if (id === '1') return { status: 403, body: { error: 'Forbidden' } };
  if (id !== '4567') return { status: 404, body: { error: 'invalid_id' } };
  if (list === 'users' && one) {
    const user = company.users.find((each) => String(each.id) === one);
    return user ? { body: { data: user } } : { status: 404, body: { error: 'invalid_id' } };
  }
  if (list === 'shifts') return pageOf(company.shifts.filter(isAskedFor(query)), query, company);
  if (list === 'users')
    return pageOf(
      company.users.filter(({ active = true }) => active),
      query,
      company,
    );
  if (list === 'roles' || list === 'locations') return pageOf(company[list], query, company);
  return { status: 404, body: {} };
}

/** Shifts that are published and not deleted, unless the query asks for the others. */
const isOfPass = (query: URLSearchParams, { draft, deleted, publish_status }: SevenShiftsShift): boolean => {
  if (query.has('draft')) return draft;
  if (query.has('deleted')) return deleted && !draft;
  return publish_status === 'published' && !deleted;
};

const isAskedFor =
  (query: URLSearchParams) =>
  (shift: SevenShiftsShift): boolean => {
    const { start, location_id } = shift;
    const at = Date.parse(start);
    const location = query.get('location_id');
    return (
      isOfPass(query, shift) &&
      at >= Date.parse(query.get('start[gte]') ?? '') &&
      at <= Date.parse(query.get('start[lte]') ?? '') &&
      (location === null || location === String(location_id))
    );
  };

function pageOf(
  all: readonly unknown[],
  query: URLSearchParams,
  { page, circles }: SevenShiftsCompany,
): Reply {
  const limit = Number(query.get('limit') ?? 20);
  if (limit > 500) return { status: 400, body: { error: 'limit' } };
  const from = Number(query.get('cursor') ?? 0);
  const to = from + (circles ? page : Math.min(limit, page));
  const next = circles ? String(from) : to < all.length ? String(to) : null;
  return { body: { data: all.slice(from, to), meta: { cursor: { current: String(from), next } } } };
}
