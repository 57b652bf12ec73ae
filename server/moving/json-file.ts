import { readFile, stat } from 'node:fs/promises';
import { StartProblem } from '../start-problem.ts';

/** In bytes; more does not fit into one text. */
const LARGEST = 500_000_000;

/** Throws `StartProblem` for what cannot be read. */
export async function readText(file: string): Promise<string> {
  const { size } = await orSentence(file, stat(file));
  if (size > LARGEST) throw new StartProblem(`The file ${file} is larger than ${LARGEST / 1_000_000} MB.`);
  const text = (await orSentence(file, readFile(file, 'utf8'))).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new StartProblem(`The file ${file} is empty.`);
  return text;
}

export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const [, position, line, column] = /position (\d+) \(line (\d+) column (\d+)\)/.exec(message) ?? [];
    if (/end of JSON input|Unterminated/.test(message) || Number(position) === text.length) {
      throw new StartProblem(`The file ${file} ends in the middle. Export it again.`);
    }
    const where = position ? ` at line ${line}, column ${column}` : '';
    throw new StartProblem(`The file ${file} is no JSON${where}. Export it again, as JSON.`);
  }
}

async function orSentence<T>(file: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartProblem(
      code === 'ENOENT' ? `There is no file ${file}.` : `The file ${file} cannot be read.`,
    );
  }
}
