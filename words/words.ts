import {
  type LocalizedString,
  type LocalizedStringDictionary,
  LocalizedStringFormatter,
} from '@internationalized/string';
import type account from './en/account.json';
import type actions from './en/actions.json';
import type charts from './en/charts.json';
import type crew from './en/crew.json';
import type day from './en/day.json';
import type devices from './en/devices.json';
import type editor from './en/editor.json';
import type forms from './en/forms.json';
import type guide from './en/guide.json';
import type history from './en/history.json';
import type instructions from './en/instructions.json';
import type kiosk from './en/kiosk.json';
import type layouts from './en/layouts.json';
import type mail from './en/mail.json';
import type mine from './en/mine.json';
import type notes from './en/notes.json';
import type page from './en/page.json';
import type palette from './en/palette.json';
import type paper from './en/paper.json';
import type plan from './en/plan.json';
import type planner from './en/planner.json';
import type problems from './en/problems.json';
import type push from './en/push.json';
import type schedule from './en/schedule.json';
import type secure from './en/secure.json';
import type security from './en/security.json';
import type signIn from './en/sign-in.json';
import type skills from './en/skills.json';
import type starter from './en/starter.json';
import type team from './en/team.json';
import type television from './en/television.json';
import type timeline from './en/timeline.json';

/** The languages people can choose, each by its own name. */
export const languageNames = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  'pt-BR': 'Português (Brasil)',
} as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as [Language, ...Language[]];

export const isLanguage = (text: unknown): text is Language => languages.includes(text as Language);

/** A file of words, by its name without the folder of its language. A screen loads the files it uses. */
export interface WordFiles {
  readonly account: typeof account;
  readonly actions: typeof actions;
  readonly charts: typeof charts;
  readonly crew: typeof crew;
  readonly day: typeof day;
  readonly devices: typeof devices;
  readonly editor: typeof editor;
  readonly guide: typeof guide;
  readonly forms: typeof forms;
  readonly history: typeof history;
  readonly instructions: typeof instructions;
  readonly kiosk: typeof kiosk;
  readonly layouts: typeof layouts;
  readonly mail: typeof mail;
  readonly mine: typeof mine;
  readonly notes: typeof notes;
  readonly page: typeof page;
  readonly palette: typeof palette;
  readonly paper: typeof paper;
  readonly plan: typeof plan;
  readonly planner: typeof planner;
  readonly problems: typeof problems;
  readonly push: typeof push;
  readonly secure: typeof secure;
  readonly security: typeof security;
  readonly schedule: typeof schedule;
  readonly 'sign-in': typeof signIn;
  readonly skills: typeof skills;
  readonly starter: typeof starter;
  readonly team: typeof team;
  readonly television: typeof television;
  readonly timeline: typeof timeline;
}
export type WordFile = keyof WordFiles;

/** Gives a text of a file in one language, with its gaps filled: `t('people-out', { count: 2 })`. */
export type Words<File extends WordFile> = <Key extends keyof WordFiles[File]>(
  key: Key,
  ...gaps: Extract<WordFiles[File][Key], readonly unknown[]>
) => string;

/** A file as it is compiled: texts, and functions for those with gaps. */
export type CompiledWords = Readonly<Record<string, LocalizedString>>;

export function wordsOf<File extends WordFile>(language: string, compiled: CompiledWords): Words<File> {
  // without what every object has, which nobody wrote: keys of problems come from addresses
  const own: CompiledWords = Object.assign(Object.create(null), compiled);
  /** All that is asked of the library's dictionary, which looks for the closest of several languages. */
  const texts = {
    getStringForLocale(key: string): LocalizedString {
      const text = own[key];
      if (!text) throw new Error(`There are no words '${key}' in ${language}`);
      return text;
    },
  };
  const formatter = new LocalizedStringFormatter(language, texts as unknown as LocalizedStringDictionary);
  return (key, ...gaps) => formatter.format(key as string, gaps[0] as Record<string, string> | undefined);
}

/** The first of a person's languages that there is, as browsers list them: 'es-MX' is Spanish. */
export function closestLanguage(wanted: readonly string[]): Language | null {
  for (const each of wanted) {
    const [name] = each.toLowerCase().split('-');
    const found = languages.find((language) => language.toLowerCase().split('-')[0] === name);
    if (found) return found;
  }
  return null;
}
