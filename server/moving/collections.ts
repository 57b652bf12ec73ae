import { StartProblem } from '../start-problem.ts';

/** The documents of one collection, by id. */
export type Collection = Readonly<Record<string, unknown>>;
export type Collections = Readonly<Record<'users' | 'teams' | 'templates' | 'layouts', Collection>>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The collections of a document database, as its export tools write them: plain, or each under `__collections__`. Values
 * that JSON can't represent are converted: instants to milliseconds, references to their path.
 */
export function readCollections(json: unknown, file: string): Collections {
  const root = isFields(json) && isFields(json.__collections__) ? json.__collections__ : json;
  const read = (name: string, from: unknown = root): Collection => {
    const collection = isFields(from) ? from[name] : undefined;
    return isFields(collection) ? collection : {};
  };
  const beside = read('lineup');
  const collections = {
    users: read('users'),
    teams: read('teams'),
    templates: { ...read('templates'), ...read('templates', beside) },
    layouts: { ...read('layouts'), ...read('layouts', beside) },
  };
  if (Object.values(collections).some((collection) => Object.keys(collection).length > 0)) return collections;
  throw new StartProblem(`${file} has no documents under “users”, “teams”, “templates” or “layouts”.`);
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper than documents can be in the source database. */
const TOO_DEEP = 100;

/** A document as plain JSON. */
export function plain(value: unknown, depth = 0): unknown {
  const inside = (each: unknown) => (depth < TOO_DEEP ? plain(each, depth + 1) : null);
  if (Array.isArray(value)) return value.map(inside);
  if (!isFields(value)) return value;
  if (typeof value.__datatype__ === 'string') return inside(value.value);
  const instant = instantOf(value);
  if (instant !== null) return instant;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__collections__')
      .map(([name, each]) => [name, inside(each)]),
  );
}

/** Milliseconds since 1970. The server library's field names start with an underscore, those of the browser library don't. */
function instantOf({
  _seconds,
  _nanoseconds,
  seconds = _seconds,
  nanoseconds = _nanoseconds,
}: Fields): number | null {
  return typeof seconds === 'number' && typeof nanoseconds === 'number'
    ? seconds * 1_000 + Math.floor(nanoseconds / 1_000_000)
    : null;
}
