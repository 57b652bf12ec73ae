import { readFile } from 'node:fs/promises';
import { StartProblem } from '../start-problem.ts';

/** In bytes; more does not fit into one text. */
const LARGEST = 500_000_000;

/** Throws `StartProblem` for what cannot be read. */
export async function readText(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartProblem(
      code === 'ENOENT' ? `There is no file ${file}.` : `The file ${file} cannot be read.`,
    );
  }
  if (bytes.length > LARGEST) {
    throw new StartProblem(`The file ${file} is larger than ${LARGEST / 1_000_000} MB.`);
  }
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartProblem(`The file ${file} is no JSON: ${(error as Error).message}`);
  }
}
