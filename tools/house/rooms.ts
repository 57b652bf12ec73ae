export type Place = { path: string; room: string; part: string; isTest: boolean };
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
/** The loose files that put everything together. */
const SERVER_WIRING = ['app', 'server', 'main', 'lineup'];

/** The entry points. */
const ROOTS = ['server/main.ts', 'server/lineup.ts', 'web/main.tsx'];

/** Implementations of an interface, and the only product files that may import their values. */
const CONCRETE = [
  {
    file: /^server\/database\/(sqlite|postgres)\b/,
    chosenBy: ['server/main.ts', 'server/lineup.ts'],
    within: /^server\/database\//,
  },
];

export function placeOf(path: string): Place {
  const [room = '', second = ''] = path.split('/');
  const isTest = room === 'test' || /\.(test|contract)\.tsx?$/.test(path);
  return { path, room, part: second.replace(/\..*$/, ''), isTest };
}

/** Why `from` may not import the file `to`, and where the code belongs instead; undefined where it may. */
export function whyNoArrow(from: Place, { place: to, typeOnly }: Target): string | undefined {
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

function whyNotInWeb(from: Place, { place: to, typeOnly }: Target): string | undefined {
  if (from.room !== 'web') return undefined;
  const isBelowUi = to.room === 'web' && ['ui', 'styles'].includes(to.part);
  if (from.part === 'ui' && !isBelowUi) {
    return `web/ui must not import ${to.path}: it knows nothing of the product. Pass the value in, or move the component to web/parts/.`;
  }
  if (to.room === 'contract' && !typeOnly) {
    return `web/ takes only types from ${to.path}. Move a value that both need down to domain/; make calls through client/.`;
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
export function whyNoPackage(
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
