// What texts with gaps say, as the compiler of words reads them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { readTexts } from '../../words/read-words.ts';

export const wordsFolder = join(import.meta.dirname, '../../words');

export const filesOf = (language: string): string[] =>
  readdirSync(join(wordsFolder, language))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();

/** What may fill a gap: numbers for counts, names of the cases for choices, else any text or number. */
export type Gap = 'count' | 'text' | readonly string[];

export interface Message {
  readonly gaps: ReadonlyMap<string, Gap>;
  /** Cases of each plural: 'one', 'other', '=0'. */
  readonly plurals: readonly (readonly string[])[];
}

export function readMessage(text: string): Message {
  const gaps = new Map<string, Gap>();
  const plurals: string[][] = [];
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.argument) {
        if (!gaps.has(element.value)) gaps.set(element.value, 'text');
      } else if (element.type === TYPE.number) gaps.set(element.value, 'count');
      else if (element.type === TYPE.plural) {
        gaps.set(element.value, 'count');
        plurals.push(Object.keys(element.options));
        for (const { value } of Object.values(element.options)) visit(value);
      } else if (element.type === TYPE.select) {
        gaps.set(element.value, Object.keys(element.options).sort());
        for (const { value } of Object.values(element.options)) visit(value);
      } else if (element.type !== TYPE.literal && element.type !== TYPE.pound) {
        throw new Error(`Only gaps, numbers, plurals and selects are compiled: ${text}`);
      }
    }
  };
  visit(parse(text));
  return { gaps, plurals };
}

/** The declarations by which the words of a file are typed: its keys, and the gaps of each. */
export function typesOf(texts: Readonly<Record<string, string>>): string {
  const lines = Object.entries(texts).map(([key, text]) => {
    const gaps = [...readMessage(text).gaps].map(([name, gap]) => `${name}: ${typeOf(gap)}`);
    return `  '${key}': [${gaps.length > 0 ? `gaps: { ${gaps.join('; ')} }` : ''}];\n`;
  });
  return `// Written by \`npm run words\` from the file of this name.\ndeclare const words: {\n${lines.join('')}};\nexport default words;\n`;
}

function typeOf(gap: Gap): string {
  if (gap === 'count') return 'number';
  if (gap === 'text') return 'string | number';
  const cases = gap.filter((name) => name !== 'other').map((name) => `'${name}'`);
  return [...cases, gap.includes('other') ? '(string & {})' : ''].filter(Boolean).join(' | ');
}

export const textsOf = (language: string, file: string) => readTexts(language, file);
