// Holds the arrows of the house: who may import whom, what domain/ may touch, what files may be called and how long they may be.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { type Place, placeOf, whyNoArrow, whyNoPackage } from './house/rooms.ts';
import { type Import, readCode, readStyles, type Source } from './house/source.ts';

export type Problem = { file: string; line: number; why: string };
type File = { place: Place; source: Source; targets: { path: string; line: number }[] };

const FILES = '{domain,contract,server,client,web,test,tools}/**/*.{ts,tsx,mjs,css}';
const LONGEST = { product: 300, test: 400 };
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const NO_NOUN = /(^|-)(utils?|helpers?|misc|common)$/;

/** What domain/ may not see, and how it gets it instead. */
const OUTSIDE: [RegExp, string][] = [
  [/^(Date\.now|new Date\(\)|Date\(\)|performance(\..+)?)$/, 'The moment comes as an argument.'],
  [/^(Math\.random|crypto(\..+)?)$/, 'Ids and chance come as arguments.'],
  [/^(set(Timeout|Interval|Immediate)|queueMicrotask)(\(\))?$/, 'Waiting belongs in server/ or client/.'],
  [/^(process|Buffer)(\..+)?$/, 'The environment is read once, in server/config.ts.'],
  [
    /^(fetch(\(\))?|(new )?(WebSocket|XMLHttpRequest)(\(\))?)$/,
    'What crosses the wire belongs in client/ or server/.',
  ],
  [/^(localStorage|sessionStorage|indexedDB)(\..+)?$/, 'What is kept on the device belongs in client/.'],
  [
    /^(window|document|navigator|location|history|globalThis|self)(\..+)?$/,
    'What only looks belongs in web/.',
  ],
  [/^console(\..+)?$/, 'An expected failure is a problem, returned; saying it belongs to the caller.'],
];

/** Every breach of the house under `root`, in the order of its files. */
export function checkHouse(root: string): Problem[] {
  const paths = globSync(FILES, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  const packages = readPackages(root);
  const problems: Problem[] = [];
  const files = new Map<string, File>();
  for (const path of paths) {
    const report = (why: string, line = 1) => problems.push({ file: path, line, why });
    checkName(path, report);
    const text = readFileSync(join(root, path), 'utf8');
    const place = placeOf(path);
    let source: Source;
    try {
      source = path.endsWith('.css') ? readStyles(text) : readCode(path, text);
    } catch (error) {
      report(`does not parse: ${(error as Error).message}`);
      continue;
    }
    const file: File = { place, source, targets: [] };
    files.set(path, file);
    checkLength(file, report);
    checkOutside(file, report);
    if (source.isBarrel)
      report('only passes on other files. There are no barrels: import from the file that owns the name.');
    for (const one of source.imports) checkImport(root, file, one, packages, report);
  }
  return [...problems, ...circles(files)];
}

type Report = (why: string, line?: number) => void;

function checkName(path: string, report: Report): void {
  const folders = dirname(path).split('/');
  const nouns = basename(path).split('.').slice(0, -1);
  for (const name of [...folders, ...nouns]) {
    if (!KEBAB.test(name)) report(`"${name}" is not a kebab-case noun.`);
    if (NO_NOUN.test(name))
      report(`"${name}" is not a noun. A function lives in the file of the noun it serves.`);
  }
  if (/^index\.(ts|tsx|mjs)$/.test(basename(path)))
    report('There are no barrels: name the file after its noun.');
}

function checkLength({ place, source }: File, report: Report): void {
  const longest = place.isTest ? LONGEST.test : LONGEST.product;
  if (source.lines > longest) {
    report(
      `has ${source.lines} lines, more than ${longest}. It is two nouns: give the second a file of its own.`,
      longest + 1,
    );
  }
}

function checkOutside({ place, source }: File, report: Report): void {
  if (place.room !== 'domain' || place.isTest) return;
  for (const { name, line } of source.uses) {
    const rule = OUTSIDE.find(([forbidden]) => forbidden.test(name));
    if (rule) report(`domain/ must not use ${name}: it sees only its arguments. ${rule[1]}`, line);
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
      `"${specifier}" names no file. Write the relative path with its ending, such as "./shift.ts".`,
      one.line,
    );
    return;
  }
  file.targets.push({ path: target, line: one.line });
  const why = whyNoArrow(place, { place: placeOf(target), typeOnly: one.typeOnly });
  if (why && !target.endsWith('.json')) report(why, one.line);
}

type Packages = { product: Set<string>; any: Set<string> };

function readPackages(root: string): Packages {
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

/** Each circle of imports once, told at the import that closes it. */
function circles(files: Map<string, File>): Problem[] {
  const problems: Problem[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: string[]) => {
    for (const target of files.get(path)?.targets ?? []) {
      const from = trail.indexOf(target.path);
      if (from !== -1) {
        const circle = [...trail.slice(from), target.path].join(' -> ');
        problems.push({
          file: path,
          line: target.line,
          why: `imports in a circle: ${circle}. Move what both need to a file of its own noun.`,
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
    console.error(`The house has ${problems.length} ${problems.length === 1 ? 'breach' : 'breaches'}.`);
    process.exit(1);
  }
  console.log('The house stands: every arrow points the right way.');
}
