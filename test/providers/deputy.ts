import { type ReceivedRequest, type Reply, runStandIn, type StandIn, unauthorized } from './stand-in.ts';

export interface DeputyRoster {
  readonly Id: number;
  /** Seconds since 1970. */
  readonly StartTime: number;
  readonly EndTime: number;
  readonly Comment: string | null;
  readonly Open: boolean;
  readonly Published: boolean;
  /** 0 when nobody works it yet. */
  readonly Employee: number | null;
  readonly OperationalUnit: number;
  /** Told where the question joins it; an empty list for nobody. */
  readonly EmployeeObject: { readonly DisplayName: string } | readonly [];
  readonly OperationalUnitObject: { readonly OperationalUnitName: string; readonly Company: number };
}

export interface DeputyInstall {
  rosters: DeputyRoster[];
  companies: { Id: number; CompanyName: string }[];
  token: string;
}

export interface DeputyStandIn extends StandIn {
  /** What Lineup's environment needs: `runServer({ env: outgoingEnv(deputy) })`. */
  readonly env: { readonly DEPUTY_URL: string };
  readonly install: DeputyInstall;
}

/** Kim Park works in the kitchen between two ISO instants by default. */
export const deputyRoster = (
  id: number,
  start: string,
  end: string,
  {
    name = 'Kim Park',
    area = 'Kitchen',
    company = 1,
    ...told
  }: Partial<DeputyRoster> & {
    name?: string;
    area?: string;
    company?: number;
  } = {},
): DeputyRoster => ({
  Id: id,
  StartTime: Date.parse(start) / 1_000,
  EndTime: Date.parse(end) / 1_000,
  Comment: null,
  Open: false,
  Published: true,
  Employee: name === '' ? 0 : 7,
  OperationalUnit: 3,
  EmployeeObject: name === '' ? [] : { DisplayName: name },
  OperationalUnitObject: { OperationalUnitName: area, Company: company },
  ...told,
});

/** Two stores, with the token 'deputy-token'. */
export const deputyInstall = (rosters: readonly DeputyRoster[] = []): DeputyInstall => ({
  rosters: [...rosters],
  companies: [
    { Id: 1, CompanyName: 'Lake' },
    { Id: 2, CompanyName: 'Wood' },
  ],
  token: 'deputy-token',
});

/** A stand-in for Deputy's API. */
export async function runDeputy(install = deputyInstall()): Promise<DeputyStandIn> {
  const standIn = await runStandIn((asked) =>
    asked.headers.authorization === `Bearer ${install.token}` && !standIn.faults.wrongPassword
      ? answer(asked, install)
      : unauthorized,
  );
  return { ...standIn, env: { DEPUTY_URL: standIn.address }, install };
}

interface Search {
  readonly join: readonly string[];
  readonly search: Readonly<Record<string, { field: string; type: string; data: number }>>;
  readonly start: number;
  readonly max: number;
}

function answer({ method, path, body }: ReceivedRequest, { rosters, companies }: DeputyInstall): Reply {
  if (method !== 'POST') return { status: 405 };
  const { search, join, start, max }: Search = JSON.parse(body);
  const page = (all: readonly unknown[]): Reply => ({ body: all.slice(start, start + Math.min(max, 500)) });
  if (path === '/api/v1/resource/Company/QUERY') return page(companies);
  if (path !== '/api/v1/resource/Roster/QUERY') return { status: 404 };
  const found = rosters.filter((each) =>
    Object.values(search).every(({ field, type, data }) => {
      const value = each[field as 'StartTime'];
      return type === 'ge' ? value >= data : type === 'lt' && value < data;
    }),
  );
  return page(found.map((each) => withoutJoins(each, join)));
}

/** What belongs to a roster comes only where the question names it. */
const withoutJoins = (
  { EmployeeObject, OperationalUnitObject, ...roster }: DeputyRoster,
  join: readonly string[],
) => ({
  ...roster,
  ...(join.includes('EmployeeObject') && { EmployeeObject }),
  ...(join.includes('OperationalUnitObject') && { OperationalUnitObject }),
});
