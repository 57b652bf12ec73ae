import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';

type Place = { path: string; room: string; part: string; isTest: boolean };
type Target = { place: Place; typeOnly: boolean };

const ROOMS = ['domain', 'contract', 'server', 'client', 'web', 'test', 'tools'] as const;

/** What each folder may import besides itself. Tests may also import from test/; test/ and tools/ import everything. */
const ARROWS: Record<string, readonly string[]> = {
  domain: [],
  contract: ['domain'],
  server: ['contract', 'domain'],
  client: ['contract', 'domain'],
  web: ['client', 'contract', 'domain'],
  test: ROOMS,
  tools: ROOMS,
};

/** The only packages of folders that must run anywhere; the others may use all of package.json except REFUSED_PACKAGES. */
const ONLY_PACKAGES: Record<string, readonly RegExp[]> = {
  domain: [/^quill-delta$/, /^zod$/],
  contract: [/^zod$/],
  client: [/^zod$/, /^quill-delta$/, /^papaparse$/, /^fflate$/, /^@noble\/ciphers$/],
};
const REFUSED_PACKAGES: Record<string, readonly RegExp[]> = {
  server: [/^react/, /^@dnd-kit\//, /^wouter$/, /^quill$/],
  web: [/^node:/, /^fastify$/, /^@fastify\//, /^better-auth$/, /^kysely$/, /^pino$/, /^ws$/],
};

/** What each folder is for: part of the message about a forbidden import. */
const BELONGS: Record<string, string> = {
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

/** The layers of web/ from the bottom up; each may import those before it. */
const WEB_LAYERS = ['styles', 'ui', 'parts', 'screens', 'app', 'main'];

/**
 * What the folders of server/ may import besides themselves and its loose files, which are what all of them need. Of the
 * subjects, the HTTP server (`door`) and the live documents know types alone.
 */
const SUBJECTS = ['accounts', 'teams', 'schedules', 'history'];
const SERVER_MAY: Record<string, readonly string[]> = {
  database: [],
  door: ['database'],
  live: ['database', 'door'],
  ...Object.fromEntries(SUBJECTS.map((subject) => [subject, ['database', 'door', 'live', ...SUBJECTS]])),
  operate: ['database', 'door', 'live', ...SUBJECTS],
};
const SERVER_WIRING = ['app', 'server', 'main', 'lineup'];

const ROOTS = ['server/main.ts', 'server/lineup.ts', 'web/main.tsx'];

/** Implementations of an interface, and the only product files that may import their values. */
const CONCRETE = [
  {
    file: /^server\/database\/(sqlite|postgres)\b/,
    chosenBy: ['server/main.ts', 'server/lineup.ts'],
    within: /^server\/database\//,
  },
];

function placeOf(path: string): Place {
  const [room = '', second = ''] = path.split('/');
  const isTest = room === 'test' || /\.(test|contract)\.tsx?$/.test(path);
  return { path, room, part: second.replace(/\..*$/, ''), isTest };
}

/** Why `from` may not import the file `to`, and where the code belongs instead; undefined where it may. */
function whyNoArrow(from: Place, { place: to, typeOnly }: Target): string | undefined {
  if (from.room === 'test' || from.room === 'tools') return undefined;
  if (from.isTest && to.room === 'test') return undefined;
  if (from.room !== to.room && !ARROWS[from.room]?.includes(to.room)) {
    return `${from.room}/ must not import ${to.path}. ${BELONGS[to.room] ?? 'Product code belongs in domain/, contract/, server/, client/ or web/.'}`;
  }
  if (ROOTS.includes(to.path)) {
    return `${to.path} is an entry point, so no other file imports it. Move the code to the file it belongs to.`;
  }
  return (
    whyNotInServer(from, { place: to, typeOnly }) ??
    whyNotInWeb(from, { place: to, typeOnly }) ??
    whyNotConcrete(from, { place: to, typeOnly })
  );
}

function whyNotInServer(from: Place, { place: to, typeOnly }: Target): string | undefined {
  if (from.room !== 'server' || to.room !== 'server' || from.isTest) return undefined;
  if (!isFolderOfServer(from) || from.part === to.part || SERVER_MAY[from.part]?.includes(to.part))
    return undefined;
  if (['door', 'live'].includes(from.part) && typeOnly) return undefined;
  const isBasic = !isFolderOfServer(to) && !SERVER_WIRING.includes(to.part);
  if (isBasic) return undefined;
  return `server/${from.part} must not import ${to.path}: operate, door -> accounts, teams, schedules, history -> live -> database. Move what both need down, or take it as an argument.`;
}

const isFolderOfServer = ({ path }: Place): boolean => path.split('/').length > 2;

function whyNotInWeb(from: Place, { place: to }: Target): string | undefined {
  if (from.room !== 'web') return undefined;
  const isBelowUi = to.room === 'web' && ['ui', 'styles'].includes(to.part);
  if (from.part === 'ui' && !isBelowUi) {
    return `web/ui must not import ${to.path}: it knows nothing of the product. Pass the value in, or move the component to web/parts/.`;
  }
  if (to.room !== 'web') return undefined;
  if (layerOf(to) > layerOf(from)) {
    return `${from.path} must not import ${to.path}: ui <- parts <- screens <- app.tsx. Move what both need down to web/${WEB_LAYERS[Math.max(layerOf(from), 1)]}/.`;
  }
  const screen = screenOf(from);
  if (screen && screenOf(to) && screenOf(to) !== screen) {
    return `the screen ${screen} must not import ${to.path}: screens share code only through web/parts/ or client/. Move it there.`;
  }
  return undefined;
}

/** Loose files of web/, such as urls.ts, are on the level of parts/: above ui, below the screens. */
function layerOf(place: Place): number {
  const layer = WEB_LAYERS.indexOf(place.part);
  return layer === -1 ? WEB_LAYERS.indexOf('parts') : layer;
}

function screenOf({ path }: Place): string | undefined {
  return /^web\/screens\/([^/.]+)/.exec(path)?.[1];
}

function whyNotConcrete(from: Place, { place: to, typeOnly }: Target): string | undefined {
  const concrete = CONCRETE.find(({ file }) => file.test(to.path));
  if (
    !concrete ||
    typeOnly ||
    from.isTest ||
    concrete.chosenBy.includes(from.path) ||
    concrete.within.test(from.path)
  )
    return undefined;
  return `${to.path} is one of several implementations; only ${concrete.chosenBy.join(' or ')} imports it. Take it as an argument of the interface's type.`;
}

/** Why `from` may not use a package; `listed` says whether package.json has it. */
function whyNoPackage(
  from: Place,
  name: string,
  listed: { product: boolean; any: boolean },
): string | undefined {
  const isBuiltIn = name.startsWith('node:');
  const isFree = from.room === 'tools' || from.isTest;
  if (!isBuiltIn && !(isFree ? listed.any : listed.product)) {
    return `${name} is not among the ${isFree ? '' : 'product’s '}dependencies in package.json. Imports within the repository are relative paths.`;
  }
  if (isFree) return undefined;
  const only = ONLY_PACKAGES[from.room];
  const isRefused = only
    ? !only.some((allowed) => allowed.test(name))
    : REFUSED_PACKAGES[from.room]?.some((refused) => refused.test(name));
  if (!isRefused) return undefined;
  return `${from.room}/ must not use ${name}. ${whereInstead(from.room)}`;
}

function whereInstead(room: string): string {
  if (room === 'domain' || room === 'contract')
    return 'It must run anywhere. Let the caller do that part and pass the result in.';
  if (room === 'client')
    return 'It contains neither React nor server code. Presentation belongs in web/; the platform is passed in.';
  return room === 'web' ? (BELONGS.server ?? '') : (BELONGS.web ?? '');
}

type Import = { specifier: string; line: number; typeOnly: boolean };
type Source = {
  text: string;
  imports: Import[];
  /** True where every statement only passes on what other files export. */
  isBarrel: boolean;
};

type Node = { type: string; start: number; [key: string]: unknown };

/** Reads TypeScript or JavaScript; throws where it does not parse. */
function parseCode(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(errors[0].message);
  const lineAt = lineFinder(text);
  const imports: Import[] = [];
  visit(program as unknown as Node, (node) => {
    const found = importOf(node);
    if (found) imports.push({ ...found, line: lineAt(node.start) });
  });
  const body = program.body as unknown as Node[];
  const isBarrel =
    body.length > 0 && body.every((statement) => /^Export/.test(statement.type) && statement.source);
  return { text, imports, isBarrel };
}

function parseStyles(text: string): Source {
  const lineAt = lineFinder(text);
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const imports = [...withoutComments.matchAll(/@import\s+(?:url\()?['"]([^'"]+)['"]/g)].map((match) => ({
    specifier: match[1] ?? '',
    line: lineAt(match.index),
    typeOnly: false,
  }));
  return { text, imports, isBarrel: false };
}

function importOf(node: Node): Omit<Import, 'line'> | undefined {
  const specifier = (node.source as { value?: unknown } | null | undefined)?.value;
  if (typeof specifier !== 'string') return undefined;
  const names = (node.specifiers ?? []) as Node[];
  const kindOf = (part: Node) => part.importKind ?? part.exportKind;
  const onlyTypes = names.length > 0 && names.every((name) => kindOf(name) === 'type');
  return { specifier, typeOnly: node.type === 'TSImportType' || kindOf(node) === 'type' || onlyTypes };
}

function visit(node: Node, see: (node: Node) => void): void {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type !== 'string') continue;
      see(child);
      visit(child, see);
    }
  }
}

function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

function lineFinder(text: string): (offset: number) => number {
  return (offset) => text.slice(0, offset).split('\n').length;
}

// Checks the structure of the repository: which folders import from which, what domain/ may use, and how files are
// named and how long they are.

type Problem = { file: string; line: number; why: string };
type File = { place: Place; source: Source; targets: { path: string; line: number }[] };

const FILES = '{domain,contract,server,client,web,test,tools}/**/*.{ts,tsx,mjs,css}';
const LONGEST = 500;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const NO_NOUN = /(^|-)(utils?|helpers?|misc|common)$/;

/** The time, chance, timers, the process, the network, the device and the page. */
const OUTSIDE =
  /\b(Date\.now|Date\(\)|performance\.|Math\.random|crypto\.|set(Timeout|Interval|Immediate)\b|queueMicrotask|process\.|Buffer\.|fetch\(|WebSocket|XMLHttpRequest|localStorage|sessionStorage|indexedDB|navigator\.|globalThis|console\.)/;
const COMMENT = /^\s*(\/\/|\/?\*)/;

export function checkHouse(root: string): Problem[] {
  const paths = globSync(FILES, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  const packages = loadPackages(root);
  const problems: Problem[] = [];
  const files = new Map<string, File>();
  for (const path of paths) {
    const report = (why: string, line = 1) => problems.push({ file: path, line, why });
    checkName(path, report);
    const text = readFileSync(join(root, path), 'utf8');
    const place = placeOf(path);
    let source: Source;
    try {
      source = path.endsWith('.css') ? parseStyles(text) : parseCode(path, text);
    } catch (error) {
      report(`does not parse: ${(error as Error).message}`);
      continue;
    }
    const file: File = { place, source, targets: [] };
    files.set(path, file);
    checkLength(file, report);
    checkOutside(file, report);
    if (source.isBarrel)
      report(
        'only re-exports other files. Barrels are not allowed: import from the file that owns the name.',
      );
    for (const one of source.imports) checkImport(root, file, one, packages, report);
  }
  return [...problems, ...importCycles(files)];
}

type Report = (why: string, line?: number) => void;

function checkName(path: string, report: Report): void {
  const folders = dirname(path).split('/');
  const nouns = basename(path).split('.').slice(0, -1);
  for (const name of [...folders, ...nouns]) {
    if (!KEBAB.test(name)) report(`"${name}" is not a kebab-case noun.`);
    if (NO_NOUN.test(name))
      report(`"${name}" says nothing. Put each function in the file of the noun it is about.`);
  }
  if (/^index\.(ts|tsx|mjs)$/.test(basename(path)))
    report('index files are not allowed: name the file after what it holds.');
}

function checkLength({ source }: File, report: Report): void {
  const lines = countLines(source.text);
  if (lines > LONGEST)
    report(`has ${lines} lines; the limit is ${LONGEST}. Move part of it to a file of its own.`, LONGEST + 1);
}

function checkOutside({ place, source }: File, report: Report): void {
  if (place.room !== 'domain' || place.isTest) return;
  for (const [index, line] of source.text.split('\n').entries()) {
    const [, name] = (!COMMENT.test(line) && OUTSIDE.exec(line)) || [];
    if (name)
      report(`domain/ must not use ${name}: its functions depend on their arguments alone.`, index + 1);
  }
}

function checkImport(root: string, file: File, one: Import, packages: Packages, report: Report): void {
  const { place } = file;
  const specifier = one.specifier.replace(/\?.*$/, '');
  if (!specifier.startsWith('.')) {
    const name = packageOf(specifier);
    const listed = { product: packages.product.has(name), any: packages.any.has(name) };
    const why = whyNoPackage(place, name, listed);
    if (why) report(why, one.line);
    return;
  }
  const target = posix.join(posix.dirname(place.path), specifier);
  if (!existsSync(join(root, target)) || !/\.[a-z]+$/.test(basename(target))) {
    report(
      `"${specifier}" is not a file. Write the relative path with its extension, such as "./shift.ts".`,
      one.line,
    );
    return;
  }
  if (!one.typeOnly) file.targets.push({ path: target, line: one.line });
  const why = whyNoArrow(place, { place: placeOf(target), typeOnly: one.typeOnly });
  if (why && !target.endsWith('.json')) report(why, one.line);
}

type Packages = { product: Set<string>; any: Set<string> };

function loadPackages(root: string): Packages {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const product = Object.keys(dependencies);
  return { product: new Set(product), any: new Set([...product, ...Object.keys(devDependencies)]) };
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Reports each import cycle once, at the import that closes it. */
function importCycles(files: Map<string, File>): Problem[] {
  const problems: Problem[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: string[]) => {
    for (const target of files.get(path)?.targets ?? []) {
      const from = trail.indexOf(target.path);
      if (from !== -1) {
        const cycle = [...trail.slice(from), target.path].join(' -> ');
        problems.push({
          file: path,
          line: target.line,
          why: `closes an import cycle: ${cycle}. Move what both need to a third file.`,
        });
      } else if (!done.has(target.path)) {
        walk(target.path, [...trail, target.path]);
      }
    }
    done.add(path);
  };
  for (const path of files.keys()) if (!done.has(path)) walk(path, [path]);
  return problems;
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
