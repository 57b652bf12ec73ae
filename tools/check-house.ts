// Checks which folders import from which, what domain/ may use, and how files are named and how long they are. Biome checks
// the rest: import cycles, extensions, and packages that package.json doesn't have.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

type Place = { path: string; room: string; part: string; isTest: boolean };

const ROOMS = ['words', 'domain', 'contract', 'server', 'client', 'web', 'test', 'tools'] as const;

/** What each folder may import besides itself. Tests may also import from test/; test/ and tools/ import everything. */
const ARROWS: Record<string, readonly string[]> = {
  words: [],
  domain: ['words'],
  contract: ['domain', 'words'],
  server: ['contract', 'domain', 'words'],
  client: ['contract', 'domain', 'words'],
  web: ['client', 'contract', 'domain', 'words'],
  test: ROOMS,
  tools: ROOMS,
};

/** The only packages of folders that must run anywhere; the others may use all except REFUSED_PACKAGES. */
const ONLY_PACKAGES: Record<string, readonly RegExp[]> = {
  words: [/^@internationalized\//, /^node:(fs|path)$/],
  domain: [/^quill-delta$/, /^zod$/],
  contract: [/^zod$/],
  client: [/^zod$/, /^quill-delta$/, /^papaparse$/, /^fflate$/, /^@noble\/ciphers$/],
};
const REFUSED_PACKAGES: Record<string, readonly RegExp[]> = {
  server: [/^react/, /^@dnd-kit\//, /^wouter$/, /^quill$/],
  web: [/^node:/, /^fastify$/, /^@fastify\//, /^openid-client$/, /^kysely$/, /^pino$/, /^ws$/],
};

/** What each folder is for: part of the message about a forbidden import. */
const BELONGS: Record<string, string> = {
  words: 'What people read belongs in words/, by language.',
  domain: 'Pure logic belongs in domain/.',
  contract: 'What server and client agree on belongs in contract/; pure logic moves down to domain/.',
  server:
    'Secrets and everyone’s data stay in server/; agree on an endpoint in contract/ and call it through client/.',
  client: 'What must work offline stays in client/; pure logic moves down to domain/.',
  web: 'Presentation stays in web/; move what others need down to client/ or domain/.',
  test: 'What only tests need stays in test/; what the product needs moves to the folder that uses it.',
  tools:
    'What only development needs stays in tools/; what the product needs moves to the folder that uses it.',
};

/** The folders of domain/ from the bottom up. Each imports values of those before it alone, and types of all. */
const DOMAIN_LAYERS = [
  ...[['list'], ['problem'], ['time'], ['change'], ['notes'], ['plan'], ['team'], ['day']],
  ...[['crew', 'schedule'], ['every change'], ['history', 'planner']],
];
/** The files of domain/change that know every kind of change, and so all folders that have some. */
const EVERY_CHANGE = /^domain\/change\/(change|budget|inverse|may-change)\.ts$/;

/** The layers of web/ from the bottom up; each may import those before it. */
const WEB_LAYERS = ['styles', 'ui', 'parts', 'screens', 'app', 'main'];

/**
 * What the folders of server/ may import besides themselves and its loose files, which are what all of them need. Of the
 * subjects, the HTTP server (`door`) and the live documents know types alone.
 */
const SUBJECTS = ['accounts', 'teams', 'schedules', 'history', 'devices'];
const SERVER_MAY: Record<string, readonly string[]> = {
  database: [],
  door: ['database'],
  live: ['database', 'door'],
  ...Object.fromEntries(SUBJECTS.map((subject) => [subject, ['database', 'door', 'live', ...SUBJECTS]])),
  operate: ['database', 'door', 'live', ...SUBJECTS],
};
/** The file through which another subject calls one, while `operate` composes them of all their files. Nobody calls history and devices. */
const DOORS: Record<string, string> = {
  accounts: 'server/accounts/account-tables.ts',
  teams: 'server/teams/members.ts',
  schedules: 'server/schedules/safe-fetch.ts',
};
const SERVER_WIRING = ['app', 'server', 'main', 'lineup'];

const ROOTS = ['server/main.ts', 'server/lineup.ts', 'web/main.tsx'];

/** The implementations of the store, and the only product files outside of their folder that may import their values. */
const STORES = /^server\/database\/(sqlite|postgres)\b/;
const STORE_CHOOSERS = ['server/main.ts', 'server/lineup.ts'];

function placeOf(path: string): Place {
  const [room = '', second = ''] = path.split('/');
  const isTest = room === 'test' || /\.(test|contract)\.tsx?$/.test(path);
  return { path, room, part: second.replace(/\..*$/, ''), isTest };
}

/** Why `from` may not import the file `to`, and where the code belongs instead; undefined where it may. */
function whyNoArrow(from: Place, to: Place, typeOnly: boolean): string | undefined {
  if (from.room === 'test' || from.room === 'tools') return undefined;
  if (from.isTest && to.room === 'test') return undefined;
  if (from.room !== to.room && !ARROWS[from.room]?.includes(to.room)) {
    return `${from.room}/ must not import ${to.path}. ${BELONGS[to.room] ?? 'Product code belongs in domain/, contract/, server/, client/ or web/.'}`;
  }
  if (ROOTS.includes(to.path)) {
    return `${to.path} is an entry point, so no other file imports it. Move the code to the file it belongs to.`;
  }
  if (from.room === 'domain' && !from.isTest && !typeOnly) return whyNotInDomain(from, to);
  if (from.room === 'web') return whyNotInWeb(from, to);
  if (from.room === 'server' && !from.isTest) return whyNotInServer(from, to, typeOnly);
  return undefined;
}

function whyNotInDomain(from: Place, to: Place): string | undefined {
  const [name, other] = [from, to].map(({ path, part }) => (EVERY_CHANGE.test(path) ? 'every change' : part));
  const [layer, below] = [name, other].map((each = '') =>
    DOMAIN_LAYERS.findIndex((names) => names.includes(each)),
  ) as [number, number];
  if (name === other || layer === -1 || (below !== -1 && below < layer)) return undefined;
  return `domain/${from.part} must not import values of ${to.path}: ${DOMAIN_LAYERS.map((names) => names.join(', ')).join(' <- ')}. Move what both need down, move up what knows both, or take it as an argument.`;
}

function whyNotInServer(from: Place, to: Place, typeOnly: boolean): string | undefined {
  if (to.room !== 'server') return undefined;
  const isOfStores = STORE_CHOOSERS.includes(from.path) || from.part === 'database';
  if (STORES.test(to.path) && !typeOnly && !isOfStores) {
    return `${to.path} is one of several implementations; only ${STORE_CHOOSERS.join(' or ')} imports it. Take it as an argument of the interface's type.`;
  }
  const isCall = SUBJECTS.includes(from.part) && SUBJECTS.includes(to.part) && from.part !== to.part;
  const door = DOORS[to.part];
  if (isCall && !typeOnly && door !== to.path)
    return `server/${from.part} must not import ${to.path}: ${door ? `subjects call each other through ${door}` : `no other subject calls ${to.part}`}. Take it as an argument.`;
  if (!isFolderOfServer(from) || from.part === to.part || SERVER_MAY[from.part]?.includes(to.part))
    return undefined;
  if (['door', 'live'].includes(from.part) && typeOnly) return undefined;
  const isBasic = !isFolderOfServer(to) && !SERVER_WIRING.includes(to.part);
  if (isBasic) return undefined;
  return `server/${from.part} must not import ${to.path}: database <- door <- live <- accounts, teams, schedules, history, devices <- operate. Move what both need down, or take it as an argument.`;
}

const isFolderOfServer = ({ path }: Place): boolean => path.split('/').length > 2;

function whyNotInWeb(from: Place, to: Place): string | undefined {
  const isBelowUi = to.room === 'web' && ['ui', 'styles'].includes(to.part);
  if (from.part === 'ui' && !isBelowUi) {
    return `web/ui must not import ${to.path}: it knows nothing of the product. Pass the value in, or move the component to web/parts/.`;
  }
  if (to.room !== 'web') return undefined;
  if (layerOf(to) > layerOf(from)) {
    return `${from.path} must not import ${to.path}: ui <- parts <- screens <- app.tsx. Move what both need down to web/${WEB_LAYERS[Math.max(layerOf(from), 1)]}/.`;
  }
  const [screen, other] = [screenOf(from), screenOf(to)];
  if (screen && other && other !== screen) {
    return `the screen ${screen} must not import ${to.path}: screens share code only through web/parts/ or client/. Move it there.`;
  }
  return undefined;
}

/** Loose files of web/, such as urls.ts, are on the level of parts/: above ui, below the screens. */
function layerOf(place: Place): number {
  const layer = WEB_LAYERS.indexOf(place.part);
  return layer === -1 ? WEB_LAYERS.indexOf('parts') : layer;
}

const screenOf = ({ path }: Place): string | undefined => /^web\/screens\/([^/.]+)/.exec(path)?.[1];

/** Why `from` may not use a package. */
function whyNoPackage({ room, isTest }: Place, name: string): string | undefined {
  const only = ONLY_PACKAGES[room];
  const isRefused = only
    ? !only.some((allowed) => allowed.test(name))
    : REFUSED_PACKAGES[room]?.some((refused) => refused.test(name));
  return isRefused && !isTest ? `${room}/ must not use ${name}. ${whereInstead(room)}` : undefined;
}

function whereInstead(room: string): string {
  if (room === 'domain' || room === 'contract')
    return 'It must run anywhere. Let the caller do that part and pass the result in.';
  if (room === 'client')
    return 'It contains neither React nor server code. Presentation belongs in web/; the platform is passed in.';
  return room === 'web' ? (BELONGS.server ?? '') : (BELONGS.web ?? '');
}

/** As Biome formats them: with what is imported, from another file, for its effect, by a style sheet, or later. */
const IMPORTS =
  /^(?:import|export)\b([^;'"=]*)\bfrom\s*'([^']+)'|(?:^@?import|\bimport\()\s*['"]([^'"]+)['"]/gm;

const importsOf = (text: string) =>
  [...text.matchAll(IMPORTS)].map(({ index, 1: names, 2: from, 3: alone }) => ({
    specifier: from ?? alone ?? '',
    line: text.slice(0, index).split('\n').length,
    typeOnly: names !== undefined && isTypeOnly(names.trim()),
  }));

const isTypeOnly = (names: string): boolean =>
  names.startsWith('type ') ||
  (/^\{[^}]*\}$/.test(names) &&
    names
      .slice(1, -1)
      .split(',')
      .every((name) => /^\s*(type\b|$)/.test(name)));

type Problem = { file: string; line: number; why: string };

const FILES = '{words,domain,contract,server,client,web,test,tools}/**/*.{ts,tsx,mjs,css}';
const LONGEST = 500;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const NO_NOUN = /(^|-)(utils?|helpers?|misc|common)$/;

/** The time, chance, timers, the process, the network, the device and the page. */
const OUTSIDE =
  /\b(Date\.now|Date\(\)|performance\.|Math\.random|crypto\.|set(Timeout|Interval|Immediate)\b|queueMicrotask|process\.|Buffer\.|fetch\(|WebSocket|XMLHttpRequest|localStorage|sessionStorage|indexedDB|navigator\.|globalThis|console\.)/;
const COMMENT = /^\s*(\/\/|\/?\*)/;

export function checkHouse(root: string): Problem[] {
  const paths = globSync(FILES, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const problems: Problem[] = [];
  for (const path of paths.sort()) {
    const report = (why: string | undefined, line = 1) => {
      if (why !== undefined) problems.push({ file: path, line, why });
    };
    checkName(path, report);
    const text = readFileSync(join(root, path), 'utf8');
    const place = placeOf(path);
    checkLength(text, report);
    if (place.room === 'domain' && !place.isTest) checkOutside(text, report);
    if (path.endsWith('.css')) checkSides(text, report);
    for (const { specifier, line, typeOnly } of importsOf(text)) {
      const target = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''));
      if (!specifier.startsWith('.')) report(whyNoPackage(place, packageOf(specifier)), line);
      else if (!target.endsWith('.json')) report(whyNoArrow(place, placeOf(target), typeOnly), line);
    }
  }
  return problems;
}

/** Without what is named inside of it, such as 'zod/mini'. */
const packageOf = (specifier: string): string => specifier.replace(/^(@[^/]+\/[^/]+|[^@/]+)\/.*/, '$1');

type Report = (why: string | undefined, line?: number) => void;

function checkName(path: string, report: Report): void {
  const nouns = basename(path).split('.').slice(0, -1);
  for (const name of [...dirname(path).split('/'), ...nouns]) {
    if (!KEBAB.test(name)) report(`"${name}" is not a kebab-case noun.`);
    if (NO_NOUN.test(name))
      report(`"${name}" says nothing. Put each function in the file of the noun it is about.`);
  }
  if (/^index\.(ts|tsx|mjs)$/.test(basename(path)))
    report('index files are not allowed: name the file after what it holds.');
}

function checkLength(text: string, report: Report): void {
  const lines = text.replace(/\n$/, '').split('\n').length;
  if (lines > LONGEST)
    report(`has ${lines} lines; the limit is ${LONGEST}. Move part of it to a file of its own.`, LONGEST + 1);
}

function checkOutside(text: string, report: Report): void {
  for (const [index, line] of text.split('\n').entries()) {
    const [, name] = (!COMMENT.test(line) && OUTSIDE.exec(line)) || [];
    if (name)
      report(`domain/ must not use ${name}: its functions depend on their arguments alone.`, index + 1);
  }
}

/** Sides of the screen, where those of the text are meant; a cutout of the screen is on one side in every language. */
const SIDES =
  /^\s*((margin|padding|border|scroll-margin|scroll-padding)-(left|right)\b[\w-]*|text-align: (left|right))/;
const SHORTHAND = /^\s*(margin|padding): ([^;]+);/;
/** Logical ones that Chromium 85 lacks: the build writes a list of 19 languages for each. */
const TOO_NEW = /^\s*(inset-inline[\w-]*|border-(start|end)-(start|end)-radius)\b|:dir\(/;

function checkSides(text: string, report: Report): void {
  for (const [index, line] of text.split('\n').entries()) {
    const physical = SIDES.exec(line)?.[1] ?? unevenSides(line);
    if (physical && !/safe-(area-inset-)?(left|right)/.test(line))
      report(
        `"${physical}" is the same side in every language: use -inline-start, -inline-end, start or end.`,
        index + 1,
      );
    if (TOO_NEW.test(line))
      report(
        'inset-inline, logical radii and :dir() are too new: write [dir="rtl"] beside left or right.',
        index + 1,
      );
  }
}

/** `padding: 1px 2px 3px 4px`. */
function unevenSides(line: string): string | undefined {
  const [, name, values = ''] = SHORTHAND.exec(line) ?? [];
  const [, right, , left] = values.match(/(?:[^\s(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];
  return left === undefined || left === right ? undefined : name;
}

if (import.meta.main) {
  const problems = checkHouse(join(import.meta.dirname, '..'));
  for (const { file, line, why } of problems) console.error(`${file}:${line}  ${why}`);
  if (problems.length > 0) {
    console.error(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in the structure.`);
    process.exit(1);
  }
  console.log('The structure is as it should be.');
}
