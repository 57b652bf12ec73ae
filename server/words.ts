import type { Say } from '../domain/history/saying.ts';
import type { ProblemCode } from '../domain/problem/problem.ts';
import { sentencesIn } from '../domain/problem/sentence.ts';
import { defaultFormats } from '../domain/time/formats.ts';
import { readTexts, readWords } from '../words/read-words.ts';

const { 'with-details': _, ...wordings } = readTexts('en', 'problems') as Record<
  ProblemCode | 'with-details',
  string
>;

const choice = /\{(\w+), (?:plural|select),(?: =?\w+ \{[^{}]*\})* other \{([^{}]*)\}\}/g;

/** The last of a text's choices: '‹count› changes' for a plural. Choices can be inside others. */
function withoutChoices(text: string): string {
  const plain = text.replace(choice, (_, gap: string, last: string) => last.replaceAll('#', `‹${gap}›`));
  return plain === text ? text : withoutChoices(plain);
}

const asWritten = (text: string): string =>
  withoutChoices(text.replace(/\{(\w+)\}/g, '‹$1›')).replace(/‹(\w+)›/g, '{$1}');

/** The sentence for each problem as it is written down, with the names of its gaps. */
export const problemWordings: Readonly<Record<ProblemCode, string>> = Object.fromEntries(
  Object.entries(wordings).map(([code, text]) => [code, asWritten(text)]),
) as Record<ProblemCode, string>;
export const problemCodes = Object.keys(wordings) as [ProblemCode, ...ProblemCode[]];

/** The API answers in English. */
export const sentence = sentencesIn(readWords('en', 'problems'));

/** What providers ask for, by key. */
export const scheduleTexts: Readonly<Record<string, string | undefined>> = readTexts('en', 'schedule');
/** What is stored of changes, and exported, is in English, with times as they are stored. */
export const english: Say = { t: readWords('en', 'history'), formats: defaultFormats };
