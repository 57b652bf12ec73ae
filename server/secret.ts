import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { chmod, chown, link, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import type { DatabaseStore } from './database/store.ts';
import { writeDraft } from './private-files.ts';
import { StartProblem } from './start-problem.ts';

const SIZE = 32;

export interface Secret {
  /**
   * 32 bytes derived for a purpose from each secret of the file, newest first; they reveal nothing about those for
   * another purpose.
   */
  keysFor(purpose: string): readonly [Buffer, ...Buffer[]];
}

/** Reads the secrets that all keys are derived from, or creates the first. Throws `StartProblem` if that fails. */
export async function openSecret(file: string): Promise<Secret> {
  return secretOf((await loadSeeds(file)) ?? (await makeSeed(file)));
}

/** Null if there is no file. Throws `StartProblem` if it can't be read. */
export async function loadSecret(file: string): Promise<Secret | null> {
  const seeds = await loadSeeds(file);
  return seeds && secretOf(seeds);
}

export const temporarySecret = (): Secret => secretOf([randomBytes(SIZE)]);

/** Adds a new secret at the top of the file, atomically. Throws `StartProblem`. */
export async function renewSecret(file: string): Promise<Secret> {
  const before = await loadSeeds(file);
  if (!before) throw new StartProblem(`There is no secret ${file}. The server makes one when it starts.`);
  const seeds: Seeds = [randomBytes(SIZE), ...before];
  await writing(file, async () => {
    // The file may be a symbolic link.
    const kept = await realpath(file);
    const draft = await writeDraft(kept, textOf(seeds));
    try {
      // Keeps the file's permissions: the server may run under another account.
      const { uid, gid, mode } = await stat(kept);
      await chown(draft, uid, gid);
      await chmod(draft, mode);
      await rename(draft, kept);
    } catch (error) {
      await unlink(draft);
      throw error;
    }
  });
  return secretOf(seeds);
}

export const nameOfKey = (key: Buffer): number => createHash('sha256').update(key).digest().readUInt32BE();

/** Newest first. */
type Seeds = readonly [Buffer, ...Buffer[]];

function secretOf([newest, ...older]: Seeds): Secret {
  const derive = (seed: Buffer, purpose: string) =>
    Buffer.from(hkdfSync('sha256', seed, '', `lineup ${purpose}`, SIZE));
  return {
    keysFor: (purpose) => [derive(newest, purpose), ...older.map((seed) => derive(seed, purpose))],
  };
}

async function loadSeeds(file: string): Promise<Seeds | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartProblem(`Lineup cannot read its secret in ${file}.`);
  }
  const seeds = text
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'base64url'));
  const [newest, ...older] = seeds;
  if (newest && seeds.every(({ length }) => length === SIZE)) return [newest, ...older];
  throw new StartProblem(
    `${file} does not hold Lineup’s secret; put the right file back, or remove it and everyone signs in again.`,
  );
}

/** Creates the file atomically; two servers that start at once get the same secret. */
async function makeSeed(file: string): Promise<Seeds> {
  await writing(file, async () => {
    const draft = await writeDraft(file, textOf([randomBytes(SIZE)]));
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await unlink(draft);
  });
  const seeds = await loadSeeds(file);
  if (!seeds) throw new StartProblem(`Lineup cannot read its secret in ${file}.`);
  return seeds;
}

async function writing(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    throw new StartProblem(`Lineup cannot write its secret to ${file}.`);
  }
}

const textOf = (seeds: Seeds): string => seeds.map((seed) => `${seed.toString('base64url')}\n`).join('');

const key = 'secret';

/**
 * The secret that all nodes of a database share: what one of them signs or encrypts, another has to read. The database keeps
 * a fingerprint of it. Throws a `StartProblem` for another secret.
 */
export async function openSharedSecret(file: string, { engine, kysely }: DatabaseStore): Promise<Secret> {
  // A database in the data directory has its secret beside it.
  if (engine === 'sqlite') return openSecret(file);
  const rows = kysely.selectFrom('meta').select('value').where('key', '=', key);
  const found = await rows.executeTakeFirst();
  // A new secret would be another one.
  const secret = found ? await loadSecret(file) : await openSecret(file);
  const [newest, ...older] = secret?.keysFor('fingerprint').map(fingerprintOf) ?? [];
  if (newest !== undefined) {
    const insert = kysely.insertInto('meta').values({ key, value: newest });
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
  }
  const known = (await rows.executeTakeFirstOrThrow()).value;
  if (!secret || newest === undefined || ![newest, ...older].includes(known)) {
    throw new StartProblem(
      `The database of DATABASE_URL is used with another secret than ${secret ? 'that in' : 'the missing'} ${file}. Copy the file from another server of this database. If it is lost, delete the row “${key}” of the table meta: everyone signs in again, and schedules are connected anew.`,
    );
  }
  if (known !== newest) {
    await kysely.updateTable('meta').set({ value: newest }).where('key', '=', key).execute();
  }
  return secret;
}

const fingerprintOf = (derived: Buffer): string => createHash('sha256').update(derived).digest('base64url');
