import type { QueryResult } from 'pg';
import { newcomer, newTeam, signInElsewhere, type Visitor } from '../servers/running-server.ts';
import { type Watcher, watchTeam } from './watcher.ts';
import { write } from './writer.ts';

interface Survival {
  /** The addresses of the nodes, in the order in which a page tries them after its own. */
  readonly addresses: readonly string[];
  /** Of the person who writes; each run needs another one. */
  readonly name: string;
  readonly writers: number;
  /** Only on the first node, so that another one learns of changes from nothing but what it is told. */
  readonly writesOnOne?: boolean;
  /** What the first server accepted last can be missing on the one that took over. */
  readonly mayLose?: boolean;
  /** Runs a statement in the database that is left at the end. */
  readonly sql: (statement: string) => Promise<QueryResult>;
  /** Breaks something. Resolves to when it is mended, by `performance.now()`. */
  readonly harm: () => Promise<number>;
}

export interface Survived {
  readonly acknowledged: number;
  /** How many of them are gone, although that is no fault. */
  readonly lost: number;
  /** What was lost, is missing or is there twice. */
  readonly faults: readonly string[];
  /** How long after the harm was mended the first change was accepted, in milliseconds. */
  readonly acceptedAfter: number;
  /** How long after it was acknowledged a change reached the watchers of all nodes at most, in milliseconds. */
  readonly longestLag: number;
  /** For how long a watcher was without a connection at most, in milliseconds. */
  readonly longestAbsence: number;
}

/** The id of a change, and the version that was answered. */
type Acknowledged = readonly [id: string, version: number];

/** Much longer than anything takes here, in milliseconds. */
const patience = 90_000;

async function until(is: () => boolean): Promise<void> {
  const end = performance.now() + patience;
  while (!is()) {
    if (performance.now() > end) throw new Error(`It took longer than ${patience} ms: ${is}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** People write on all nodes, and a page on each watches, while something goes wrong. Then everything is compared. */
export async function survive({
  addresses,
  name,
  writers,
  writesOnOne = false,
  mayLose = false,
  sql,
  harm,
}: Survival): Promise<Survived> {
  const [first = ''] = addresses;
  const visitors: Visitor[] = [await newcomer(first, name)];
  const team = await newTeam(visitors[0] as Visitor);
  for (const address of addresses.slice(1)) visitors.push(await signInElsewhere(address, name));
  const watchers = addresses.map((_, index) => watchTeam(preferring(visitors, index), team));
  const over = new AbortController();
  const acceptedAt = new Map<string, number>();
  const writing = Array.from({ length: writers }, (_, index) =>
    write(preferring(visitors, writesOnOne ? 0 : index), team, `w${index}n`, over.signal, {
      onAccepted: (id) => acceptedAt.set(id, performance.now()),
    }),
  );
  await until(() => acceptedAt.size >= 2 * writers);
  const mendedAt = await harm();
  const afterwards = () => [...acceptedAt.values()].filter((at) => at > mendedAt);
  await until(() => afterwards().length >= 2 * writers).finally(() => over.abort());
  const accepted = (await Promise.all(writing)).flatMap((each) => [...each]);

  const { rows } = await sql(`select id, version, change from changes
    where team_id = '${team}' and document_id = '${team}' and version > 1 order by version`);
  const last = rows.at(-1)?.version ?? 0;
  const isCurrent = ({ version, histories }: Watcher) =>
    version() >= last && (!mayLose || histories.length > 1);
  await until(() => watchers.every(isCurrent));
  await Promise.all(watchers.map((watcher) => watcher.stop()));

  const stored = new Map<number, string>(rows.map(({ id, version }) => [version, id]));
  const wrong = rows.filter(({ version }, index) => version !== index + 2);
  const shown = JSON.parse(rows.at(-1)?.change ?? '{}').name;
  const missing = accepted.filter(([id, version]) => stored.get(version) !== id);
  const excused = mayLose ? excusedOf(accepted, missing, acceptedAt, mendedAt) : new Set();
  const lost = missing.filter(([id]) => !excused.has(id));
  // Pages hear of versions that were lost, and of others in their place until they are told to start again.
  const seen = watchers.flatMap(({ histories }) => (mayLose ? histories.slice(-1) : histories));
  const different = seen.flatMap(({ heard }) =>
    [...heard].filter(([version, id]) => stored.get(version) !== id),
  );
  const lags = watchers.flatMap(({ news }) =>
    news.map(({ oldest, at }) => at - (acceptedAt.get(stored.get(oldest) ?? '') ?? at)),
  );
  return {
    acknowledged: accepted.length,
    lost: excused.size,
    faults: [
      ...wrong.map(({ version }) => `version ${version} is not where it belongs`),
      ...lost.map(([id, version]) => `change ${id} was acknowledged as version ${version} and is not there`),
      ...different.map(([version, id]) => `a watcher heard of ${id} as version ${version}`),
      ...(new Set(stored.values()).size < stored.size ? ['a change is there twice'] : []),
      ...seen.flatMap(({ faults }) => faults),
      ...watchers
        .filter(({ shows }) => shows() !== shown)
        .map(({ shows }) => `a watcher shows “${shows()}”, not “${shown}”`),
    ],
    acceptedAfter: Math.min(...afterwards()) - mendedAt,
    longestLag: Math.max(0, ...lags),
    longestAbsence: Math.max(0, ...watchers.flatMap(({ absences }) => absences)),
  };
}

/** Those a copy that isn't synchronous may lack: the last ones before it took over, and none before others that it has. */
function excusedOf(
  accepted: readonly Acknowledged[],
  missing: readonly Acknowledged[],
  acceptedAt: ReadonlyMap<string, number>,
  tookOverAt: number,
): ReadonlySet<string> {
  const isBefore = ([id]: Acknowledged) => (acceptedAt.get(id) ?? 0) < tookOverAt;
  const gone = new Set(missing.map(([id]) => id));
  const kept = accepted.filter((each) => isBefore(each) && !gone.has(each[0]));
  const lastKept = kept.reduce((last, [, version]) => Math.max(last, version), 0);
  const last = missing.filter((each) => isBefore(each) && each[1] > lastKept);
  return new Set(last.map(([id]) => id));
}

/** Connects to one node, or to the next one where it is gone, as through a load balancer. */
function preferring(visitors: readonly Visitor[], preferred: number): Pick<Visitor, 'live'> {
  return {
    async live() {
      for (let turn = 0; turn < visitors.length; turn++) {
        const visitor = visitors[(preferred + turn) % visitors.length];
        const socket = await visitor?.live().catch(() => null);
        if (socket) return socket;
      }
      throw new Error('No node answers.');
    },
  };
}
