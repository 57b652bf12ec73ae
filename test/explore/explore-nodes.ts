import { parseArgs } from 'node:util';
import { getMe } from '../../contract/me.ts';
import { changeRole } from '../../contract/teams.ts';
import { type Cluster, startCluster } from '../nodes/cluster.ts';
import { type Survived, survive } from '../nodes/survive.ts';
import { write } from '../nodes/writer.ts';
import { signalAll, startAgain } from '../postgres/harm.ts';
import { execute } from '../postgres/postgres-server.ts';
import { primarySettings } from '../postgres/standby.ts';
import { newcomer, newTeam, signInElsewhere } from '../servers/running-server.ts';

interface Scenario {
  readonly name: string;
  /** Resolves to when it was over. `name` is that of the person who writes. */
  harm(cluster: Cluster, stopSeconds: number, name: string): Promise<number>;
  /** The figure that has a limit in milliseconds. */
  readonly limit?: readonly [
    figure: keyof Survived & ('acceptedAfter' | 'longestLag' | 'longestAbsence'),
    number,
  ];
  readonly writesOnOne?: true;
  /** No page is on the second node, which answers nothing. */
  readonly stopsSecond?: true;
  /** The standby is the database afterwards. */
  readonly takesOver?: true;
  /** Commits don't wait for the standby, so it can lack the last changes when it takes over. */
  readonly isAsynchronous?: true;
  /** The next scenario needs a cluster of its own. */
  readonly endsCluster?: true;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const over = () => performance.now();

async function repeat(times: number, pause: number, work: () => Promise<unknown>): Promise<number> {
  for (let time = 0; time < times; time++) {
    await work();
    await wait(pause);
  }
  return over();
}

const cut = ({ primary }: Cluster, which: string) =>
  execute(
    primary.url('lineup'),
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = 'lineup' and pid <> pg_backend_pid() and ${which}`,
  );
const promote = async (cluster: Cluster) => {
  await cluster.promote();
  return over();
};

/**
 * Stops the second node after it has changed the role of the person who writes, before it commits that. Someone of another team
 * writes meanwhile. Resolves to when the node stopped.
 */
async function freezeInTransaction({ nodes: [one, two], primary }: Cluster, name: string): Promise<number> {
  if (!one || !two) throw new Error('There are two nodes.');
  const sql = (statement: string) => execute(primary.url('lineup'), statement);
  await sql(`create function linger() returns trigger language plpgsql as
    'begin perform pg_sleep(1); return new; end'`);
  await sql('create trigger linger before update on members for each row execute function linger()');
  const isOver = new AbortController();
  const other = await newcomer(one.address, `${name}Other`);
  const times: number[] = [];
  const onAccepted = () => times.push(performance.now());
  const writing = write(other, await newTeam(other), 'other', isOver.signal, { onAccepted });
  const there = await signInElsewhere(two.address, name);
  const { user, teams } = (await there.call(getMe, {})).value;
  const params = { team: teams[0]?.id ?? '', user: user?.id ?? '' };
  void there.call(changeRole, { params, body: { role: 'manager' } }).catch(() => {});
  while ((await sql(`select from pg_stat_activity where wait_event = 'PgSleep'`)).rows.length === 0)
    await wait(5);
  two.signal('SIGSTOP');
  await wait(1_000);
  const stoppedAt = over();
  await wait(8_000);
  isOver.abort();
  await writing;
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  console.log(
    `  another team: ${times.length} changes, the longest time without one ${Math.round(Math.max(...gaps))} ms`,
  );
  return stoppedAt;
}

const scenarios: readonly Scenario[] = [
  {
    name: 'a node is stopped in the middle of a transaction',
    harm: (cluster, _, name) => freezeInTransaction(cluster, name),
    writesOnOne: true,
    limit: ['acceptedAfter', 3_000],
    stopsSecond: true,
    endsCluster: true,
  },
  {
    name: 'the connection that listens is cut 12 times',
    harm: (cluster) => repeat(12, 300, () => cut(cluster, `application_name = 'lineup listener'`)),
  },
  {
    name: 'the connections that listen are frozen',
    async harm({ door }) {
      door.freezeThose('listen lineup');
      await wait(7_000);
      return over();
    },
    writesOnOne: true,
    limit: ['longestLag', 1_500],
  },
  {
    name: 'all connections are cut 15 times',
    harm: (cluster) => repeat(15, 200, () => cut(cluster, `application_name like 'lineup%'`)),
  },
  {
    name: 'a node is killed',
    async harm({ nodes }) {
      await nodes[1]?.kill();
      return over();
    },
    limit: ['longestAbsence', 5_000],
    endsCluster: true,
  },
  {
    name: 'PostgreSQL is killed, and started again',
    async harm(cluster) {
      process.kill(cluster.primary.pid, 'SIGKILL');
      await wait(500);
      cluster.primary = await startAgain(cluster.primary.folder, primarySettings);
      return over();
    },
  },
  {
    name: 'PostgreSQL is stopped',
    async harm({ primary }, seconds) {
      const resume = await signalAll(primary);
      await wait(seconds * 1_000);
      resume();
      return over();
    },
  },
  {
    name: 'PostgreSQL is killed, and its synchronous standby takes over',
    async harm(cluster) {
      process.kill(cluster.primary.pid, 'SIGKILL');
      await wait(1_000);
      return promote(cluster);
    },
    limit: ['acceptedAfter', 2_000],
    takesOver: true,
  },
  {
    name: 'the machine of PostgreSQL loses its power, and its synchronous standby takes over',
    async harm(cluster) {
      cluster.door.freeze();
      await wait(5_000);
      return promote(cluster);
    },
    limit: ['acceptedAfter', 2_000],
    takesOver: true,
  },
  {
    name: 'PostgreSQL is killed, and its standby takes over, which is not synchronous and 0.3 s behind',
    async harm(cluster) {
      await wait(3_000);
      const { standby, primary } = cluster;
      const { rows } = await execute(standby.url('lineup'), 'select pid from pg_stat_wal_receiver');
      const receiver: number = rows[0].pid;
      // A copy on the same machine is never behind by itself.
      process.kill(receiver, 'SIGSTOP');
      await wait(300);
      process.kill(primary.pid, 'SIGKILL');
      process.kill(receiver, 'SIGTERM');
      process.kill(receiver, 'SIGCONT');
      await wait(1_000);
      const promotedAt = over();
      await promote(cluster);
      return promotedAt;
    },
    limit: ['acceptedAfter', 2_000],
    takesOver: true,
    isAsynchronous: true,
  },
];

/** What can happen to two nodes on PostgreSQL with a standby while people write. `--only` a part of a name. */
export async function exploreNodes(options: string[]): Promise<number> {
  const { values } = parseArgs({
    args: options,
    options: {
      only: { type: 'string', default: '' },
      writers: { type: 'string', default: '32' },
      stop: { type: 'string', default: '30' },
    },
  });
  const chosen = scenarios.filter(({ name }) => name.includes(values.only));
  let cluster: Cluster | null = null;
  let failed = 0;
  for (const [index, scenario] of chosen.entries()) {
    const { name, harm, limit, writesOnOne, stopsSecond, takesOver, isAsynchronous, endsCluster } = scenario;
    if (isAsynchronous) {
      await cluster?.stop();
      cluster = null;
    }
    cluster ??= await startCluster({ isSynchronous: !isAsynchronous });
    const current = cluster;
    const survived = await survive({
      addresses: current.nodes.slice(0, stopsSecond ? 1 : 2).map(({ address }) => address),
      name: `Person${index}`,
      writers: Number(values.writers),
      ...(writesOnOne && { writesOnOne }),
      ...(isAsynchronous && { mayLose: true }),
      sql: (statement) => execute((takesOver ? current.standby : current.primary).url('lineup'), statement),
      harm: () => harm(current, Number(values.stop), `Person${index}`),
    });
    const isLate = limit !== undefined && survived[limit[0]] > limit[1];
    if (isLate || survived.faults.length > 0) failed += 1;
    print(name, survived, isLate);
    if (takesOver || endsCluster) {
      await current.stop();
      cluster = null;
    }
  }
  await cluster?.stop();
  return failed === 0 ? 0 : 1;
}

function print(name: string, survived: Survived, isLate: boolean): void {
  const { acknowledged, lost, faults, acceptedAfter, longestLag, longestAbsence } = survived;
  const figures = `accepted again after ${Math.round(acceptedAfter)} ms, lag at most ${Math.round(longestLag)} ms, a page away for at most ${Math.round(longestAbsence)} ms`;
  const changes = `${acknowledged} acknowledged${lost > 0 ? `, ${lost} of them lost` : ''}`;
  console.log(`${name}: ${changes}, ${faults.length} faults; ${figures}${isLate ? ': TOO LATE' : ''}`);
  for (const fault of faults.slice(0, 10)) console.error(`  ${fault}`);
}
