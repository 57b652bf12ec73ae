import { type Asked, type Reply, runStandIn, type StandIn, unauthorized } from './stand-in.ts';

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
  }[];
  roles: { id: number; name: string }[];
  locations: { id: number; name: string }[];
  token: string;
  /** Items of a page at most. */
  page: number;
  /** Pages name themselves as the next one. */
  circles: boolean;
}

export interface SevenShiftsStandIn extends StandIn {
  /** What Lineup's environment needs: `runServer({ env: outgoingEnv(sevenshifts) })`. */
  readonly env: { readonly SEVENSHIFTS_URL: string };
  readonly company: SevenShiftsCompany;
}

/** Ana Lopez cooks from `start` to `end`, ISO instants, unless told otherwise. */
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

function answer({ path, query }: Asked, company: SevenShiftsCompany): Reply {
  const [, id, list] = /^\/v2\/company\/(\w+)\/(\w+)$/.exec(path) ?? [];
  if (id !== '4567') return { status: 403, body: { error: 'Forbidden' } };
  if (list === 'shifts') return pageOf(company.shifts.filter(isAskedFor(query)), query, company);
  if (list === 'users' || list === 'roles' || list === 'locations') {
    return pageOf(company[list], query, company);
  }
  return { status: 404, body: {} };
}

const isAskedFor =
  (query: URLSearchParams) =>
  ({ start, location_id }: SevenShiftsShift): boolean => {
    const at = Date.parse(start);
    const location = query.get('location_id');
    return (
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
  const to = from + Math.min(limit, page);
  const next = circles ? String(from) : to < all.length ? String(to) : null;
  return { body: { data: all.slice(from, to), meta: { cursor: { current: String(from), next } } } };
}
