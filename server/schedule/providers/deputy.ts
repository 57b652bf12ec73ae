import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../../domain/problem/problem.ts';
import type { Door } from '../../safe-fetch/safe-fetch.ts';
import { createCollection, localMoment, startOfDay } from '../collect.ts';
import {
  anyId,
  maybeFlag,
  maybeId,
  maybeObject,
  maybeText,
  type ReadList,
  readJson,
  readList,
} from './json.ts';
import type { Asking, Provider, ProviderSchedule, ReadTerms } from './provider.ts';

interface Parts {
  readonly door: Pick<Door, 'fetch'>;
  /** In place of the address that the team enters; null to use that one. */
  readonly base: string | null;
}

const DOMAIN = 'deputy.com';
const MOST_ROWS = 500;
const MOST_PAGES = 40;

const roster = z.object({
  Id: anyId,
  /** Seconds since 1970. */
  StartTime: z.number(),
  EndTime: z.number(),
  Comment: maybeText,
  Open: maybeFlag,
  Published: maybeFlag,
  Employee: maybeId,
  EmployeeObject: maybeObject({ DisplayName: maybeText, FirstName: maybeText, LastName: maybeText }),
  OperationalUnitObject: maybeObject({ OperationalUnitName: maybeText, Company: maybeId }),
});
type Roster = z.infer<typeof roster>;
/** What comes with each roster, by the names that the service's documentation gives. */
const JOINS = ['EmployeeObject', 'OperationalUnitObject'];
const company = z.object({ Id: anyId, CompanyName: maybeText });

/** Deputy, by its public API. */
export function createDeputy({ door, base }: Parts): Provider {
  async function query<T>(
    { settings, signal }: Asking,
    resource: string,
    { search = {}, join = [] }: { search?: object; join?: readonly string[] },
    item: z.ZodMiniType<T>,
  ): Promise<Outcome<ReadList<T>>> {
    const home = base ?? homeOf(settings.install ?? '');
    if (home === null) return refuse('address-elsewhere', { details: { domain: DOMAIN } });
    const all: unknown[] = [];
    for (let number = 0; number < MOST_PAGES; number++) {
      const answer = await door.fetch({
        url: `${home}/api/v1/resource/${resource}/QUERY`,
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.token}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify({
          search,
          join,
          sort: { Id: 'asc' },
          start: number * MOST_ROWS,
          max: MOST_ROWS,
        }),
        signal,
      });
      const read = readJson(answer, z.array(z.unknown()));
      if (!read.ok) return read;
      all.push(...read.value);
      if (read.value.length < MOST_ROWS) return readList(all, item);
    }
    return refuse('schedule-unreadable');
  }

  async function read(terms: ReadTerms): Promise<Outcome<ProviderSchedule>> {
    const { date, timeZone, location } = terms;
    const seconds = (days: number) => startOfDay(date, days, timeZone) / 1_000;
    const rows = await query(
      terms,
      'Roster',
      {
        search: {
          from: { field: 'StartTime', type: 'ge', data: seconds(-1) },
          to: { field: 'StartTime', type: 'lt', data: seconds(2) },
        },
        join: JOINS,
      },
      roster,
    );
    if (!rows.ok) return rows;
    const collection = createCollection('deputy', date);
    collection.unreadable(rows.value.unreadable);
    for (const each of rows.value.items) {
      const { OperationalUnitName: area = '', Company: store = null } = each.OperationalUnitObject ?? {};
      collection.add({
        id: each.Id,
        name: nameOf(each),
        start: localMoment(each.StartTime * 1_000, timeZone),
        end: localMoment(each.EndTime * 1_000, timeZone),
        job: area,
        role: area,
        note: each.Comment,
        store,
        leftOut: leftOut(each, store, location),
      });
    }
    return collection.result();
  }

  return {
    key: 'deputy',
    name: 'Deputy',
    risk: null,
    fields: [
      {
        name: 'install',
        label: 'Address of your Deputy',
        kind: 'address',
        isSecret: false,
        isRequired: true,
        help: 'Such as https://mystore.na.deputy.com.',
      },
      {
        name: 'token',
        label: 'Permanent token',
        kind: 'text',
        isSecret: true,
        isRequired: true,
        help:
          'As a Deputy administrator, open /exec/devapp/oauth_clients at your Deputy address, create an OAuth client, ' +
          'then choose Get an Access Token.',
      },
    ],
    async locations(asking) {
      const read = await query(asking, 'Company', {}, company);
      return read.ok
        ? done(
            read.value.items.map(({ Id, CompanyName }) => ({
              id: Id,
              name: CompanyName || Id,
              timeZone: null,
            })),
          )
        : read;
    },
    read,
  };
}

const nameOf = ({ EmployeeObject: person }: Roster): string =>
  person ? person.DisplayName || `${person.FirstName} ${person.LastName}` : '';

function leftOut({ Open, Employee, Published }: Roster, store: string | null, location: string | null) {
  if (Open || Employee === null) return 'open';
  if (Published === false) return 'draft';
  return location && store && store !== location ? 'elsewhere' : null;
}

/** Only Deputy's own hosts: the token must not go anywhere else. */
function homeOf(address: string): string | null {
  const url = URL.parse(address);
  return url && `.${url.hostname}`.endsWith(`.${DOMAIN}`) ? `https://${url.host}` : null;
}
