import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../server/config.ts';
import { createTelemetry, measureProcess } from '../../server/telemetry.ts';
import { parseMetrics } from './metrics-text.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const runs = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** The names of series, as queries use them. */
async function seriesNames(): Promise<Set<string>> {
  const telemetry = createTelemetry();
  measureProcess(telemetry.registry)();
  return new Set(
    [...parseMetrics(await telemetry.registry.metrics())].flatMap(([name, { type }]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

const usedIn = (query: string): string[] => query.match(/\b(lineup|process|nodejs)_\w+/g) ?? [];

interface Dashboard {
  readonly panels: { title: string; targets: { expr: string }[] }[];
  readonly templating: { list: { query: string }[] };
}

test('the dashboard and the alerts use only metrics that exist, and show all of Lineup’s', async () => {
  const dashboard: Dashboard = JSON.parse(read('deploy/monitoring/grafana-dashboard.json'));
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const alerts: string[] = parse(read('deploy/monitoring/alerts.yml')).groups.flatMap(
    ({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr),
  );
  const known = await seriesNames();
  const variables = dashboard.templating.list.map(({ query }) => query);
  const used = new Set([...shown, ...alerts, ...variables].flatMap(usedIn));
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
  expect(alerts.length).toBeGreaterThan(0);
  const inPanels = new Set(shown.flatMap(usedIn).map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  const own = [...known].filter((name) => name.startsWith('lineup_'));
  expect(
    own.map((name) => name.replace(/_(bucket|sum|count)$/, '')).filter((name) => !inPanels.has(name)),
  ).toEqual([]);
});

/** With every variable that the compose file requires filled in. */
const composed = () =>
  parse(
    read('deploy/compose.yaml').replaceAll(
      /\$\{(\w+)(?::-(\w*)|:\?)?\}/g,
      (_, name, given) => given ?? `a-${name}-for-this`,
    ),
    {
      merge: true,
    },
  ) as {
    services: Record<
      string,
      { environment?: Record<string, string>; volumes?: string[]; networks: string[]; depends_on?: object }
    >;
    volumes: object;
    networks: object;
  };

test('the compose file gives its nodes settings that they accept, and mounts what exists', () => {
  const { services, volumes, networks } = composed();
  for (const node of ['node-1', 'node-2']) {
    const config = parseConfig({ ...services[node]?.environment, DATA_DIR: '/data' });
    expect(config).toMatchObject({ running: { drainSeconds: 20 }, trustedProxies: ['172.30.7.0/24'] });
  }
  for (const service of Object.values(services)) {
    const sources = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
    const files = sources.filter((source) => source.startsWith('.'));
    expect(files.filter((file) => !existsSync(join(root, 'deploy', file)))).toEqual([]);
    expect(Object.keys(volumes)).toEqual(
      expect.arrayContaining(sources.filter((source) => !files.includes(source))),
    );
    expect(Object.keys(networks)).toEqual(expect.arrayContaining(service.networks));
    const needed = Array.isArray(service.depends_on)
      ? service.depends_on
      : Object.keys(service.depends_on ?? {});
    expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
  }
  const asked = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const example = [...read('deploy/compose.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(new Set(example)).toEqual(new Set(asked));
});

test('the unit waits for the longest drain, and never gives up; passwords stay out of the image', () => {
  const unit = read('deploy/lineup.service');
  const longest = parseConfig({ DRAIN_SECONDS: '300' }).running.drainSeconds;
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(longest + 12);
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
  const ignored = read('.dockerignore').split('\n');
  for (const [file, isIgnored] of [
    ['deploy/.env', true],
    ['deploy/compose.env.example', false],
  ] as const) {
    expect([file, ignored.some((pattern) => matchesGlob(file, pattern))]).toEqual([file, isIgnored]);
  }
  const updates = [...read('docs/operations.md').matchAll(/up -d --no-deps --wait (\S+)/g)];
  const nodes = Object.keys(composed().services).filter((name) => name.startsWith('node'));
  expect(updates.map(([, node]) => node)).toEqual(nodes);
});

test('the container has every folder that the server imports from', () => {
  const copied = [...read('deploy/Containerfile').matchAll(/^COPY --from=build \/lineup\/(\S+)/gm)].map(
    ([, path = '']) => path,
  );
  const isCopied = (path: string) => copied.some((each) => path === each || path.startsWith(`${each}/`));
  const needed = globSync('{server,contract,domain}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.{test,contract}.ts'],
  }).flatMap((file) =>
    [...read(file).matchAll(/(?:from |import\(|URL\()'(\.[^']+)'/g)].map(([, to = '']) =>
      join(dirname(file), to),
    ),
  );
  expect(needed.length).toBeGreaterThan(500);
  expect([...new Set(needed)].filter((path) => !isCopied(path))).toEqual([]);
});

test('the image is as ONCE expects it, and has what Node needs', () => {
  const [build = '', image = ''] = read('deploy/Containerfile')
    .split(/^FROM /m)
    .slice(1);
  // Debian's small images lack it, and Node ends at once without it.
  for (const stage of [build, image]) expect(stage).toMatch(/^RUN .* libatomic1 /m);
  const env = Object.fromEntries([...image.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
  expect(parseConfig(env)).toMatchObject({ port: 80, host: '0.0.0.0', dataDir: '/storage' });
  expect(image).toMatch(/^COPY --from=build \/lineup\/deploy\/hooks \/hooks$/m);
  for (const hook of ['pre-backup', 'post-restore']) {
    accessSync(join(root, 'deploy/hooks', hook), constants.X_OK);
  }
});

test.skipIf(!runs('bash'))('the scripts of the database are valid', () => {
  for (const file of globSync('deploy/postgres/*.sh', { cwd: root })) {
    expect(spawnSync('bash', ['-n', join(root, file)], { encoding: 'utf8' }).stderr).toBe('');
  }
});

test.skipIf(!runs('systemd-analyze'))('systemd takes the unit as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-unit-'));
  const unit = join(folder, 'lineup.service');
  writeFileSync(unit, read('deploy/lineup.service').replaceAll('/opt/lineup', root));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
});
