// Holds words/: every language has every text, with the same gaps and all its plural forms, and every text is used.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../words/words.ts';
import { filesOf, type Gap, type Message, readMessage, textsOf, typesOf, wordsFolder } from './messages.ts';

type Texts = Readonly<Record<string, string>>;

/** What a language's file lacks beside English. */
export function checkLanguage(language: string, english: Texts, texts: Texts): string[] {
  const problems: string[] = [];
  for (const key of Object.keys(texts))
    if (english[key] === undefined) problems.push(`${key} is not in English`);
  for (const [key, text] of Object.entries(english)) {
    const other = texts[key];
    if (other === undefined) problems.push(`${key} is missing`);
    else problems.push(...differences(language, readMessage(text), other).map((why) => `${key}: ${why}`));
  }
  return problems;
}

function differences(language: string, english: Message, text: string): string[] {
  if (text.trim() === '') return ['it is empty'];
  const message = readMessage(text);
  const [gaps, others] = [english, message].map((each) => [...each.gaps].map(gapName).sort().join(', '));
  const problems = gaps === others ? [] : [`its gaps are ${others || 'none'}, in English ${gaps || 'none'}`];
  if (english.plurals.length > 0 && message.plurals.length === 0) problems.push('it has no plural');
  if (language === 'fr' && breaksLine.test(text)) problems.push('a space may break where French has none');
  return [...problems, ...missingPlurals(language, message)];
}

/** An ordinary space before one of these signs, or inside quotation marks: French has one that no line ends at. */
const breaksLine = /[\p{L}\d’)}»”.] [?!:;»]|« /u;

const gapName = ([name, gap]: readonly [string, Gap]): string =>
  typeof gap === 'string' ? name : `${name} (${gap.join(', ')})`;

/** Numbers on screens are whole, so the forms for fractions and for millions are not asked for. */
function missingPlurals(language: string, { plurals }: Message): string[] {
  const rules = new Intl.PluralRules(language);
  const asked = [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))];
  return plurals.flatMap((cases) =>
    [...new Set([...asked, 'other'])]
      .filter((form) => !cases.includes(form))
      .map((form) => `its plural has no form “${form}”`),
  );
}

const SOURCES = '{client,domain,server,web}/**/*.{ts,tsx}';

/** Every quoted text of the code, by which a key is found to be used; also in templates such as `row-${code}`. */
function quotedIn(root: string): {
  readonly quoted: ReadonlySet<string>;
  readonly beginnings: readonly string[];
} {
  const quoted = new Set<string>();
  const beginnings = new Set<string>();
  for (const path of globSync(SOURCES, { cwd: root })) {
    if (/\.(test|contract)\.tsx?$/.test(path)) continue;
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, key = ''] of text.matchAll(/['"]([a-z0-9-]+)['"]/g)) quoted.add(key);
    for (const [, key = ''] of text.matchAll(/`([a-z][a-z0-9]*-(?:[a-z0-9]+-)*)\$\{/g)) beginnings.add(key);
  }
  return { quoted, beginnings: [...beginnings] };
}

export function checkWords(): string[] {
  const root = join(wordsFolder, '..');
  const { quoted, beginnings } = quotedIn(root);
  const problems: string[] = [];
  for (const file of filesOf('en')) {
    const english = textsOf('en', file);
    for (const language of languages) {
      if (language === 'en') continue;
      const isThere = filesOf(language).includes(file);
      const found = isThere
        ? checkLanguage(language, english, textsOf(language, file))
        : ['there is no such file'];
      problems.push(...found.map((why) => `words/${language}/${file}.json: ${why}`));
    }
    for (const key of Object.keys(english)) {
      if (key === 'then') problems.push(`words/en/${file}.json: a module with “then” is waited for forever`);
      if (!quoted.has(key) && !beginnings.some((begin) => key.startsWith(begin)))
        problems.push(`words/en/${file}.json: ${key} is not used`);
    }
    const types = readFileSync(join(wordsFolder, 'en', `${file}.d.json.ts`), 'utf8');
    if (types !== typesOf(english))
      problems.push(`words/en/${file}.json has changed: write its types with “npm run words”`);
  }
  return problems;
}
