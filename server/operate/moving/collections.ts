import { StartProblem } from '../../start-problem.ts';

/** The documents of a collection by id. */
export type Collection = Readonly<Record<string, unknown>>;
export type Collections = Readonly<Record<'users' | 'teams' | 'templates' | 'layouts', Collection>>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds the collections in a Firestore export. Exporters write them at the top level or under `__collections__`.
 */
export function parseCollections(json: unknown, file: string): Collections {
  const root = isFields(json) && isFields(json.__collections__) ? json.__collections__ : json;
  const collectionIn = (name: string, from: unknown = root): Collection => {
    const collection = isFields(from) ? from[name] : undefined;
    return isFields(collection) ? collection : {};
  };
  const beside = collectionIn('lineup');
  const collections = {
    users: collectionIn('users'),
    teams: collectionIn('teams'),
    templates: { ...collectionIn('templates'), ...collectionIn('templates', beside) },
    layouts: { ...collectionIn('layouts'), ...collectionIn('layouts', beside) },
  };
  if (Object.values(collections).some((collection) => Object.keys(collection).length > 0)) return collections;
  throw new StartProblem(`${file} has no documents under “users”, “teams”, “templates” or “layouts”.`);
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Firestore documents can't be deeper. */
const MAX_DEPTH = 100;

/** Converts a document to plain JSON: timestamps to milliseconds, references to their path. */
export function plain(value: unknown, depth = 0): unknown {
  const inside = (each: unknown) => (depth < MAX_DEPTH ? plain(each, depth + 1) : null);
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

/** Epoch milliseconds; the Admin SDK writes the names with an underscore, the web SDK without. */
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
