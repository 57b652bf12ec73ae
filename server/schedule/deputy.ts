import * as z from 'zod/mini';
import { done, type Outcome, refuse } from '../../domain/problem.ts';
import type { Door } from '../outgoing/door.ts';
import { createCollection, localMoment, startOfDay } from './collect.ts';
import { anyId, maybeText, readJson } from './json.ts';
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
  Open: z.nullish(z.boolean()),
  Published: z.nullish(z.boolean()),
  _DPMetaData: z.nullish(
    z.object({
      EmployeeInfo: z.nullish(z.object({ DisplayName: maybeText })),
      OperationalUnitInfo: z.nullish(z.object({ OperationalUnitName: maybeText, Company: z.nullish(anyId) })),
    }),
  ),
});
const company = z.object({ Id: anyId, CompanyName: maybeText });

/** Deputy, by its public API. */
export function createDeputy({ door, base }: Parts): Provider {
  async function query<T>(
    { settings, signal }: Asking,
    resource: string,
    search: object,
    item: z.ZodMiniType<T>,
  ): Promise<Outcome<readonly T[]>> {
    const home = base ?? homeOf(settings.install ?? '');
    if (home === null) return refuse('address-elsewhere', { details: { domain: DOMAIN } });
    const all: T[] = [];
    for (let number = 0; number < MOST_PAGES; number++) {
      const answer = await door.fetch({
        url: `${home}/api/v1/resource/${resource}/QUERY`,
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.token}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify({ search, sort: { Id: 'asc' }, start: number * MOST_ROWS, max: MOST_ROWS }),
        signal,
      });
      const read = readJson(answer, z.array(item));
      if (!read.ok) return read;
      all.push(...(read.value as T[]));
      if (read.value.length < MOST_ROWS) return done(all);
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
        from: { field: 'StartTime', type: 'ge', data: seconds(-1) },
        to: { field: 'StartTime', type: 'lt', data: seconds(2) },
      },
      roster,
    );
    if (!rows.ok) return rows;
    const collection = createCollection('deputy', date);
    for (const each of rows.value) {
      const unit = each._DPMetaData?.OperationalUnitInfo;
      const area = unit?.OperationalUnitName ?? '';
      const isElsewhere = location && unit?.Company && unit.Company !== location;
      collection.add({
        id: each.Id,
        name: each._DPMetaData?.EmployeeInfo?.DisplayName ?? '',
        start: localMoment(each.StartTime * 1_000, timeZone),
        end: localMoment(each.EndTime * 1_000, timeZone),
        job: area,
        role: area,
        note: each.Comment,
        store: unit?.Company ?? null,
        leftOut: each.Open ? 'open' : each.Published === false ? 'draft' : isElsewhere ? 'elsewhere' : null,
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
        help: 'Made in Deputy by a system administrator, under Integrations, Permanent tokens.',
      },
    ],
    async locations(asking) {
      const read = await query(asking, 'Company', {}, company);
      return read.ok
        ? done(read.value.map(({ Id, CompanyName }) => ({ id: Id, name: CompanyName || Id })))
        : read;
    },
    read,
  };
}

/** Only Deputy's own hosts: the token must not go anywhere else. */
function homeOf(address: string): string | null {
  const url = URL.parse(address);
  return url && `.${url.hostname}`.endsWith(`.${DOMAIN}`) ? `https://${url.host}` : null;
}
