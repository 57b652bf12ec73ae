import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as crew from '../../contract/crew.ts';
import * as documents from '../../contract/documents.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import * as history from '../../contract/history.ts';
import * as me from '../../contract/me.ts';
import * as mine from '../../contract/mine.ts';
import * as monitoring from '../../contract/monitoring.ts';
import * as push from '../../contract/push.ts';
import * as schedule from '../../contract/schedule.ts';
import * as secure from '../../contract/secure.ts';
import * as securityLog from '../../contract/security-log.ts';
import * as teams from '../../contract/teams.ts';
import * as tokens from '../../contract/tokens.ts';

const isEndpoint = (exported: unknown): exported is Endpoint =>
  typeof exported === 'object' && exported !== null && 'access' in exported && 'path' in exported;

const named = [
  me,
  auth,
  account,
  tokens,
  teams,
  crew,
  mine,
  push,
  schedule,
  securityLog,
  documents,
  history,
  secure,
  monitoring,
].flatMap((file) =>
  Object.entries(file as Record<string, unknown>).flatMap(([name, exported]) =>
    isEndpoint(exported) ? [[exported, name] as const] : [],
  ),
);

/** Every endpoint of the contract. */
export const endpoints: readonly Endpoint[] = named.map(([endpoint]) => endpoint);

/** What the contract calls each endpoint, such as 'listLayouts'. */
export const endpointNames: ReadonlyMap<Endpoint, string> = new Map(named);
