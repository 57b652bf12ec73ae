export type Place = { path: string; room: string; part: string; isTest: boolean };
type Target = { place: Place; typeOnly: boolean };

const ROOMS = ['domain', 'contract', 'server', 'client', 'web', 'test', 'tools'] as const;

/** Who may import whom, a room from itself aside. Tests may reach into test/ besides; test/ and tools/ see every room. */
const ARROWS: Record<string, readonly string[]> = {
  domain: [],
  contract: ['domain'],
  server: ['contract', 'domain'],
  client: ['contract', 'domain'],
  web: ['client', 'contract', 'domain'],
  test: ROOMS,
  tools: ROOMS,
};

/** The packages of rooms that must run anywhere; the others may use what package.json lists, save what is refused. */
const ONLY_PACKAGES: Record<string, readonly RegExp[]> = {
  domain: [/^quill-delta$/],
  contract: [/^zod$/],
  client: [/^zod$/, /^quill-delta$/, /^papaparse$/, /^fflate$/],
};
const REFUSED_PACKAGES: Record<string, readonly RegExp[]> = {
  server: [/^react/, /^@dnd-kit\//, /^@tanstack\//, /^quill$/],
  web: [/^node:/, /^fastify$/, /^@fastify\//, /^better-auth$/, /^kysely$/, /^pino$/, /^ws$/],
};

/** What each room is for, said to whoever imports it from where it may not be. */
const BELONGS: Record<string, string> = {
  domain: 'What is true without a computer belongs in domain/.',
  contract:
    'What both sides agree belongs in contract/; what is true without a computer moves down to domain/.',
  server:
    'What needs a secret or everyone’s data stays in server/; agree on an endpoint in contract/ and call it through client/.',
  client:
    'What must work offline stays in client/; if the line is true without a computer, move it down to domain/.',
  web: 'What only looks stays in web/; move what others need down to client/ or domain/.',
  test: 'What only tests need stays in test/; what the product needs moves to the room it serves.',
  tools:
    'What only people at this repository need stays in tools/; what the product needs moves to the room it serves.',
};

/** The parts of web/ from the bottom up; each may import those before it. */
const WEB_LAYERS = ['styles', 'ui', 'parts', 'screens', 'app', 'main'];

/** Where the parts are joined. */
const ROOTS = ['server/main.ts', 'server/lineup.ts', 'web/main.tsx'];

/** Concrete stores and storages, and the only product files that may import their values. */
const CONCRETE = [
  {
    file: /^server\/store\/(sqlite|postgres)\b/,
    chosenBy: ['server/main.ts', 'server/lineup.ts'],
    within: /^server\/store\//,
  },
  { file: /^client\/storage\b/, chosenBy: ['web/main.tsx'], within: /^client\// },
];

export function placeOf(path: string): Place {
  const [room = '', second = ''] = path.split('/');
  const isTest = room === 'test' || /\.(test|contract)\.tsx?$/.test(path);
  return { path, room, part: second.replace(/\..*$/, ''), isTest };
}

/** Why `from` may not import the file `to`, with where the line belongs; undefined where it may. */
export function whyNoArrow(from: Place, { place: to, typeOnly }: Target): string | undefined {
  if (from.room === 'test' || from.room === 'tools') return undefined;
  if (from.isTest && to.room === 'test') return undefined;
  if (from.room !== to.room && !ARROWS[from.room]?.includes(to.room)) {
    return `${from.room}/ must not import ${to.path}. ${BELONGS[to.room] ?? 'Product code lives in the six rooms.'}`;
  }
  if (ROOTS.includes(to.path)) {
    return `${to.path} is where the parts are joined, so nobody imports it. Move the line to the part it belongs to.`;
  }
  return (
    whyNotInServer(from, to) ??
    whyNotInWeb(from, { place: to, typeOnly }) ??
    whyNotConcrete(from, { place: to, typeOnly })
  );
}

function whyNotInServer(from: Place, to: Place): string | undefined {
  const goesBack =
    from.room === 'server' &&
    from.part !== 'http' &&
    from.part !== 'main' &&
    from.part !== 'server' &&
    to.path.startsWith('server/http/');
  if (!goesBack || from.isTest) return undefined;
  return `server/${from.part} must not import ${to.path}: http/ calls the others, never back. Move the line out of http/ to the part that owns it.`;
}

function whyNotInWeb(from: Place, { place: to, typeOnly }: Target): string | undefined {
  if (from.room !== 'web') return undefined;
  const isBelowUi = to.room === 'web' && ['ui', 'styles'].includes(to.part);
  if (from.part === 'ui' && !isBelowUi) {
    return `web/ui must not import ${to.path}: it knows no nouns. Pass the value in, or move the component to web/parts/.`;
  }
  if (to.room === 'contract' && !typeOnly) {
    return `web/ takes only types from ${to.path}. A value both sides need moves down to domain/; a call goes through client/.`;
  }
  if (to.room !== 'web') return undefined;
  if (layerOf(to) > layerOf(from)) {
    return `${from.path} must not import ${to.path}: ui <- parts <- screens <- app.tsx. Move what both need down to web/${WEB_LAYERS[Math.max(layerOf(from), 1)]}/.`;
  }
  const screen = screenOf(from);
  if (screen && screenOf(to) && screenOf(to) !== screen) {
    return `the screen ${screen} must not import ${to.path}: screens meet only through web/parts/ or client/. Move it there.`;
  }
  return undefined;
}

/** Loose files of web/, such as urls.ts, stand beside parts/: above ui, below the screens. */
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
  return `${to.path} is one of several; only ${concrete.chosenBy.join(' or ')} chooses it. Take it as an argument, by its interface's type.`;
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
    return `${name} is not among the ${isFree ? '' : 'product’s '}dependencies in package.json. Imports within the house are relative paths.`;
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
    return 'It must run anywhere: let the caller do that part and pass the result in.';
  if (room === 'client')
    return 'It has no React and no server inside: what looks goes to web/, the platform is passed in.';
  return room === 'web' ? (BELONGS.server ?? '') : (BELONGS.web ?? '');
}
