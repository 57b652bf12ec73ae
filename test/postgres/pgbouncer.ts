import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const isPgBouncerInstalled: boolean = spawnSync('pgbouncer', ['--version']).status === 0;

/** The system's account without rights: PgBouncer refuses to run as root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** PgBouncer in transaction mode before a database of this machine, with more settings. */
export async function startPgBouncer(
  databaseUrl: string,
  more: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-pgbouncer-'));
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const url = new URL(databaseUrl);
  const { connect_query, ...settings } = more;
  const query = connect_query === undefined ? '' : ` connect_query='${connect_query}'`;
  const lines = Object.entries({
    ...{ unix_socket_dir: folder, listen_port: '5432', listen_addr: '', pool_mode: 'transaction' },
    ...{ auth_type: 'trust', auth_file: join(folder, 'users') },
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(join(folder, 'users'), '"postgres" ""\n');
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n* = host=${url.searchParams.get('host')}${query}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  const account = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], { ...account, stdio: 'ignore' });
  const ended = once(child, 'exit');
  url.searchParams.set('host', folder);
  while (!(await answersAt(join(folder, '.s.PGSQL.5432')))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const answersAt = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy();
      resolve(true);
    });
    connection.on('error', () => resolve(false));
  });
