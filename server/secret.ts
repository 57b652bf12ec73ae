import { hkdfSync, randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { newId } from './id.ts';
import { StartProblem } from './start-problem.ts';

const SIZE = 32;

export interface Secret {
  /** 32 bytes that are always the same for a purpose, and tell nothing of those for another. */
  keyFor(purpose: string): Buffer;
}

/** Reads the secret that every key comes from, or makes it. Throws `StartProblem` when it cannot be used. */
export async function openSecret(file: string): Promise<Secret> {
  const seed = (await readSeed(file)) ?? (await makeSeed(file));
  return { keyFor: (purpose) => Buffer.from(hkdfSync('sha256', seed, '', `lineup ${purpose}`, SIZE)) };
}

async function readSeed(file: string): Promise<Buffer | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartProblem(`Lineup cannot read its secret in ${file}.`);
  }
  const seed = Buffer.from(text.trim(), 'base64url');
  if (seed.length === SIZE) return seed;
  throw new StartProblem(
    `${file} does not hold Lineup’s secret; put the right file back, or remove it and everyone signs in again.`,
  );
}

/** The file appears whole or not at all; of two that start at once, both get the same one. */
async function makeSeed(file: string): Promise<Buffer> {
  const draft = `${file}.${newId()}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(SIZE).toString('base64url')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await unlink(draft);
  } catch {
    throw new StartProblem(`Lineup cannot write its secret to ${file}.`);
  }
  const seed = await readSeed(file);
  if (!seed) throw new StartProblem(`Lineup cannot read its secret in ${file}.`);
  return seed;
}
