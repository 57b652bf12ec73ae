// Checks the structure of the repository: which folders import from which, what domain/ may use, and how files are
// named and how long they are.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { type Place, placeOf, whyNoArrow, whyNoPackage } from './house/rooms.ts';
import { type Import, parseCode, parseStyles, type Source } from './house/source.ts';

export type Problem = { file: string; line: number; why: string };
type File = { place: Place; source: Source; targets: { path: string; line: number }[] };

const FILES = '{domain,contract,server,client,web,test,tools}/**/*.{ts,tsx,mjs,css}';
const LONGEST = 500;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const NO_NOUN = /(^|-)(utils?|helpers?|misc|common)$/;

/** What domain/ may not use, and what to do instead. */
const OUTSIDE: [RegExp, string][] = [
  [/^(Date\.now|new Date\(\)|Date\(\)|performance(\..+)?)$/, 'Pass the time in as an argument.'],
  [/^(Math\.random|crypto(\..+)?)$/, 'Pass ids and random numbers in as arguments.'],
  [/^(set(Timeout|Interval|Immediate)|queueMicrotask)(\(\))?$/, 'Timers belong in server/ or client/.'],
  [/^(process|Buffer)(\..+)?$/, 'The environment is read once, in server/config.ts.'],
  [
    /^(fetch(\(\))?|(new )?(WebSocket|XMLHttpRequest)(\(\))?)$/,
    'Network calls belong in client/ or server/.',
  ],
  [/^(localStorage|sessionStorage|indexedDB)(\..+)?$/, 'Storage on the device belongs in client/.'],
  [
    /^(window|document|navigator|location|history|globalThis|self)(\..+)?$/,
    'Code that needs a page belongs in web/.',
  ],
  [/^console(\..+)?$/, 'Return an expected failure as a problem; the caller reports it.'],
];

/** Every problem under `root`, sorted by file. */
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
  if (source.lines > LONGEST)
    report(
      `has ${source.lines} lines; the limit is ${LONGEST}. Move part of it to a file of its own.`,
      LONGEST + 1,
    );
}

function checkOutside({ place, source }: File, report: Report): void {
  if (place.room !== 'domain' || place.isTest) return;
  for (const { name, line } of source.uses) {
    const rule = OUTSIDE.find(([forbidden]) => forbidden.test(name));
    if (rule)
      report(`domain/ must not use ${name}: its functions depend on their arguments alone. ${rule[1]}`, line);
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
