import { apply } from '../change/apply.ts';
import { type Change, type DocumentBody, type SingleChange, stepsOf } from '../change/change.ts';
import { definitionOf } from '../change/registry.ts';
import { isSame } from '../change/same.ts';
import { crewPhrases } from './crew-phrases.ts';
import { dayPhrases, listed } from './day-phrases.ts';
import type { Around, Phrases } from './phrase-types.ts';
import { planPhrases } from './plan-phrases.ts';
import { teamPhrases } from './team-phrases.ts';

const phrases: Phrases = { ...teamPhrases, ...planPhrases, ...dayPhrases, ...crewPhrases };

/** In characters, so that an entry costs little to store. */
export const longestPhrase = 300;
/** A batch names this many of its steps. */
const namedSteps = 3;

/** What a change did, as the end of a sentence that begins with its author's name. Names are those of that moment. */
export function phraseOf(before: DocumentBody | null, change: Change, after: DocumentBody | null): string {
  const said = listed(phrasesOf(before, change, after)) || 'changed nothing';
  const phrase = (before !== null && isSame(before, after) ? `${said} (nothing changed)` : said)
    .replace(/\s+/g, ' ')
    .trim();
  const letters = phrase.length > longestPhrase ? [...phrase] : [];
  return letters.length > longestPhrase ? `${letters.slice(0, longestPhrase - 1).join('')}…` : phrase;
}

function phrasesOf(before: DocumentBody | null, change: Change, after: DocumentBody | null): string[] {
  const steps = stepsOf(change);
  const said: string[] = [];
  let body = before;
  for (const [index, step] of steps.slice(0, namedSteps).entries()) {
    const isLast = index === steps.length - 1;
    const next = isLast ? after : bodyAfter(body, step);
    const phrase = phraseOfStep(body, step, next);
    if (!said.includes(phrase)) said.push(phrase);
    body = next;
  }
  const left = steps.length - namedSteps;
  if (left > 0) said.push(`made ${left} more ${left === 1 ? 'change' : 'changes'}`);
  return said;
}

function bodyAfter(body: DocumentBody | null, step: SingleChange): DocumentBody | null {
  const outcome = apply(body, step);
  return outcome.ok ? outcome.value : body;
}

function phraseOfStep(before: DocumentBody | null, step: SingleChange, after: DocumentBody | null): string {
  const fits = definitionOf(step)?.fits;
  if (!fits) return 'made a change that this version of Lineup doesn’t know';
  const fitting = (body: DocumentBody | null) => (body && fits.includes(body.kind) ? body : null);
  const phrase = phrases[step.type] as (around: Around<DocumentBody>, change: SingleChange) => string;
  return phrase({ before: fitting(before), after: fitting(after) }, step);
}
