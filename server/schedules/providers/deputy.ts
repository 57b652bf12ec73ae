import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
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

const DOMAIN = 'deputy.com';
const PAGE_SIZE = 500;

const roster = z.object({
  Id: looseFields.id,
  /** Epoch seconds. */
  StartTime: z.number(),
  EndTime: z.number(),
  Comment: looseFields.text,
  Open: looseFields.flag,
  Published: looseFields.flag,
  Employee: looseFields.maybeId,
  EmployeeObject: looseFields.object({
    DisplayName: looseFields.text,
    FirstName: looseFields.text,
    LastName: looseFields.text,
  }),
  OperationalUnitObject: looseFields.object({
    OperationalUnitName: looseFields.text,
    Company: looseFields.maybeId,
  }),
});
type Roster = z.infer<typeof roster>;
/** Related objects to return with each roster, as named in Deputy's documentation. */
const JOINS = ['EmployeeObject', 'OperationalUnitObject'];
const company = z.object({ Id: looseFields.id, CompanyName: looseFields.text });

const field = fieldsOf('deputy');

/** `base` overrides the address that the team enters. */
export function createDeputy({ safeFetch, base }: ProviderDependencies<string | null>): Provider {
  async function query<T>(
    { settings, signal, timeSlice }: ProviderRequest,
    resource: string,
    { search = {}, join = [] }: { search?: object; join?: readonly string[] },
    item: z.ZodMiniType<T>,
  ): Promise<Outcome<ParsedList<T>>> {
    const origin = base ?? deputyOrigin(settings.install ?? '');
    if (origin === null) return refuse('address-elsewhere', { details: { domain: DOMAIN } });
    return parsePages(item, timeSlice, async (page) => {
      const start = Number(page);
      const response = await safeFetch.fetch({
        largest: largestJson,
        url: `${origin}/api/v1/resource/${resource}/QUERY`,
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.token}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify({ search, join, sort: { Id: 'asc' }, start, max: PAGE_SIZE }),
        signal,
      });
      const parsed = await parseJson(response, looseFields.list, timeSlice);
      if (!parsed.ok) return parsed;
      const entries = parsed.value;
      return done({ entries, next: entries.length < PAGE_SIZE ? null : String(start + PAGE_SIZE) });
    });
  }

  return {
    key: 'deputy',
    name: 'Deputy',
    risk: null,
    fields: [field('install', { kind: 'address' }), field('token', { isSecret: true })],
    fetchLocations: async (request) =>
      toLocations(await query(request, 'Company', {}, company), ({ Id, CompanyName }) => ({
        id: Id,
        name: CompanyName,
      })),
    async fetchSchedule(request) {
      const { date, timeZone, location } = request;
      const seconds = (days: number) => startOfDay(date, days, timeZone) / 1_000;
      const search = {
        from: { field: 'StartTime', type: 'ge', data: seconds(-1) },
        to: { field: 'StartTime', type: 'lt', data: seconds(2) },
      };
      const rows = await query(request, 'Roster', { search, join: JOINS }, roster);
      if (!rows.ok) return rows;
      return collectShifts('deputy', request, rows.value.items, rows.value, (each) => {
        const { OperationalUnitName: area = '', Company: store = null } = each.OperationalUnitObject ?? {};
        return {
          id: each.Id,
          name: nameOf(each),
          person: each.Employee,
          start: toLocalDateTime(each.StartTime * 1_000, timeZone),
          end: toLocalDateTime(each.EndTime * 1_000, timeZone),
          job: area,
          role: area,
          note: each.Comment,
          store,
          skip: skipReason(each, store, location),
        };
      });
    },
  };
}

const nameOf = ({ EmployeeObject: person }: Roster): string =>
  person ? person.DisplayName || `${person.FirstName} ${person.LastName}` : '';

function skipReason(
  { Open, Employee, Published }: Roster,
  store: string | null,
  location: string | null,
): SkipReason | null {
  if (Open || Employee === null) return 'open';
  if (Published === false) return 'draft';
  return location && store && store !== location ? 'other store' : null;
}

/** Null unless the host is one of Deputy's: the token must not be sent anywhere else. */
function deputyOrigin(address: string): string | null {
  const url = URL.parse(address);
  return url && `.${url.hostname}`.endsWith(`.${DOMAIN}`) ? `https://${url.host}` : null;
}
