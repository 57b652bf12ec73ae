import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { issueLeaf, makeAuthority } from '../../server/operate/certificates.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../servers/free-port.ts';
import { sendSecurely } from '../servers/secure-server.ts';

export interface ReverseProxy {
  /** The certificate of its authority. */
  readonly ca: string;
  stop(): Promise<void>;
}

interface Ports {
  /** Of https at localhost. */
  readonly proxy: number;
  readonly lineup: readonly number[];
}

/** Starts a proxy with its file in deploy/, for these ports; resolves when https answers. */
type Start = (ports: Ports) => Promise<ReverseProxy>;

const deployed = (file: string): string => fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url));

export const isInstalled = (program: string): boolean =>
  spawnSync(program, [program === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' }).status === 0;

/** The title of what is skipped. */
export const notInstalled = (program: string): string =>
  `not tested: ${program} is not installed on this machine`;

export const startCaddy: Start = async (ports) => {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-caddy-'));
  const env = {
    ...{ PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    ...{
      LINEUP_NAME: `localhost:${ports.proxy}`,
      LINEUP_NODES: ports.lineup.map((port) => `127.0.0.1:${port}`).join(' '),
    },
  };
  const adapted = spawnSync('caddy', ['adapt', '--config', deployed('Caddyfile')], { env, encoding: 'utf8' });
  if (adapted.status !== 0) throw new Error(adapted.stderr);
  const config = JSON.parse(adapted.stdout);
  // The machine's own ports and its list of authorities stay as they are.
  config.admin = { disabled: true };
  config.apps.http.http_port = await freePort();
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
  writeFileSync(join(folder, 'caddy.json'), JSON.stringify(config));
  const child = spawn('caddy', ['run', '--config', join(folder, 'caddy.json')], { env, stdio: 'ignore' });
  return opened(child, folder, ports, () =>
    readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'),
  );
};

export const startNginx: Start = async (ports) => {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-nginx-'));
  // Its workers have another account where tests run as root.
  chmodSync(folder, 0o755);
  const authority = await makeAuthority('Test', Date.now());
  const { cert, key } = await issueLeaf(authority, ['localhost'], Date.now());
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  writeFileSync(join(folder, 'privkey.pem'), key);
  const plain = await freePort();
  const site = readFileSync(deployed('nginx.conf'), 'utf8')
    .replace('listen 443', `listen 127.0.0.1:${ports.proxy}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replaceAll('/etc/letsencrypt/live/lineup.example.com', folder)
    .replaceAll('lineup.example.com', 'localhost')
    .replace(/server 127\.0\.0\.1:3000(.*)/, (_, options) =>
      ports.lineup.map((port) => `server 127.0.0.1:${port}${options}`).join('\n'),
    );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${join(folder, each)};`)
    .join('\n');
  const config = join(folder, 'all.conf');
  writeFileSync(
    config,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events {} http { access_log off; ${temporary} ${site} }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', config], { stdio: 'ignore' });
  return opened(child, folder, ports, () => authority.cert);
};

async function opened(
  child: ChildProcess,
  folder: string,
  { proxy }: Ports,
  caOf: () => string,
): Promise<ReverseProxy> {
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(killer);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually(async () => {
      const { status } = await sendSecurely(`https://localhost:${proxy}/healthz`, caOf());
      if (status !== 200) throw new Error(`The proxy answers ${status}.`);
    });
    return { ca: caOf(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
