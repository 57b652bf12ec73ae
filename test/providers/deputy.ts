import { type Asked, type Reply, runStandIn, type StandIn, unauthorized } from './stand-in.ts';

export interface DeputyRoster {
  readonly Id: number;
  /** Seconds since 1970. */
  readonly StartTime: number;
  readonly EndTime: number;
  readonly Comment: string | null;
  readonly Open: boolean;
  readonly Published: boolean;
  readonly _DPMetaData: {
    readonly EmployeeInfo: { readonly DisplayName: string } | null;
    readonly OperationalUnitInfo: { readonly OperationalUnitName: string; readonly Company: number };
  };
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

/** Kim Park works in the kitchen between two ISO instants, unless told otherwise. */
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
  _DPMetaData: {
    EmployeeInfo: name === '' ? null : { DisplayName: name },
    OperationalUnitInfo: { OperationalUnitName: area, Company: company },
  },
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
  readonly search: Readonly<Record<string, { field: string; type: string; data: number }>>;
  readonly start: number;
  readonly max: number;
}

function answer({ method, path, body }: Asked, { rosters, companies }: DeputyInstall): Reply {
  if (method !== 'POST') return { status: 405 };
  const { search, start, max }: Search = JSON.parse(body);
  const page = (all: readonly unknown[]): Reply => ({ body: all.slice(start, start + Math.min(max, 500)) });
  if (path === '/api/v1/resource/Company/QUERY') return page(companies);
  if (path !== '/api/v1/resource/Roster/QUERY') return { status: 404 };
  const found = rosters.filter((each) =>
    Object.values(search).every(({ field, type, data }) => {
      const value = each[field as 'StartTime'];
      return type === 'ge' ? value >= data : type === 'lt' && value < data;
    }),
  );
  return page(found);
}
