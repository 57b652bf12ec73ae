import { readdir, readFile, stat } from 'node:fs/promises';
import { StartProblem } from '../../start-problem.ts';
import { isFields } from './hosted-value.ts';

export type Collection = Readonly<Record<string, unknown>>;
export type Collections = Readonly<Record<'users' | 'teams' | 'templates' | 'layouts', Collection>>;

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

/** In bytes; V8's strings can't hold more. */
const LARGEST = 500_000_000;

/** Throws a `StartProblem` if the file can't be read. */
export async function loadText(file: string): Promise<string> {
  const { size } = await orSentence(file, stat(file));
  if (size > LARGEST) throw new StartProblem(`The file ${file} is larger than ${LARGEST / 1_000_000} MB.`);
  const text = (await orSentence(file, readFile(file, 'utf8'))).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new StartProblem(`The file ${file} is empty.`);
  return text;
}

/** File names in a managed export of Firestore, which is binary. */
const MANAGED = /(\.(overall_)?export_metadata|(^|[/\\])output-\d+)$/;

async function refuseManagedExport(file: string): Promise<void> {
  const isFolder = await stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const names = isFolder ? await readdir(file) : [file];
  if (!names.some((name) => MANAGED.test(name))) return;
  throw new StartProblem(
    `${file} is a managed export of Firestore, which is not JSON. Load it into the emulator (firebase emulators:start --only firestore --import FOLDER), then write the emulator's documents as JSON with node-firestore-import-export, and import that.`,
  );
}

export async function loadJson(file: string): Promise<unknown> {
  await refuseManagedExport(file);
  const text = await loadText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const [, position, line, column] = /position (\d+) \(line (\d+) column (\d+)\)/.exec(message) ?? [];
    if (/end of JSON input|Unterminated/.test(message) || Number(position) === text.length) {
      throw new StartProblem(`The file ${file} is incomplete. Export it again.`);
    }
    const where = position ? ` at line ${line}, column ${column}` : '';
    throw new StartProblem(`The file ${file} is not JSON${where}. Export it again, as JSON.`);
  }
}

async function orSentence<T>(file: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartProblem(
      code === 'ENOENT' ? `There is no file ${file}.` : `The file ${file} can’t be read.`,
    );
  }
}
