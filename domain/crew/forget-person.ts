import type { ChangeRecord } from '../history/history.ts';
import { hasOwn } from '../list/own.ts';
import { wordsOf } from '../shift/same-person.ts';
import { formerName } from './forget-changes.ts';

const inSentences = 'a former team member';

/** Somebody whose name has to go from everything that is stored. */
export interface ForgottenPerson {
  /** Their id, and those of everyone merged into them. */
  readonly ids: ReadonlySet<string>;
  /** All names they are known by. */
  readonly names: readonly string[];
}

/**
 * Finds and replaces what is stored about a person in one document and its history. It goes by the shape of JSON rather than
 * by today's types: history holds what every earlier version wrote.
 */
export interface Forgetting {
  /** Looks for the person's shifts in a body or a change; every one of a document is looked at before any is replaced. */
  look(value: unknown): void;
  /** Whether something was found. */
  readonly isNamed: boolean;
  /** The ids of the person's shifts. */
  readonly shifts: ReadonlySet<string>;
  /** Without the person; null if there is nothing to replace. */
  replace<T>(value: T): T | null;
  replaceIn(record: ChangeRecord | null): ChangeRecord | null;
}

export function createForgetting({ ids, names }: ForgottenPerson): Forgetting {
  const known = new Set(names.map(fold));
  const own = new Set<string>();
  const named = new Set<string>();
  const others = new Set<string>();
  /** As they are written in sentences. */
  const spellings = new Set(names);
  let isNamed = false;

  function look(value: unknown): void {
    if (Array.isArray(value)) value.forEach(look);
    if (!isObject(value)) return;
    const shift = shiftOf(value);
    const { person, teamMember, told } = value;
    const written = [teamMember, isObject(told) ? told.teamMember : undefined].filter(isText);
    if (shift !== null && isText(person)) (ids.has(person) ? own : others).add(shift);
    if (written.some((name) => known.has(fold(name)))) {
      if (shift !== null) named.add(shift);
      for (const name of written) if (known.has(fold(name))) spellings.add(name);
    }
    if (isPerson(value)) isNamed = true;
    for (const each of Object.values(value)) look(each);
  }

  const isPerson = (value: Json): boolean =>
    [value.id, value.person].some((id) => isText(id) && ids.has(id)) && shiftOf(value) === null;
  const isQuestion = ({ name, shifts: asked }: Json): boolean =>
    Array.isArray(asked) && isText(name) && known.has(fold(name));

  const isTheirs = (shift: string | null): boolean =>
    shift !== null && (own.has(shift) || (named.has(shift) && !others.has(shift)));

  function replaceValue(value: unknown): unknown {
    if (Array.isArray(value)) {
      const next = value.map(replaceValue);
      return next.every((each, index) => each === value[index]) ? value : next;
    }
    if (!isObject(value)) return value;
    const replaced = replaceEach(value);
    if (isTheirs(shiftOf(value))) return withoutShiftFields(replaced);
    return isPerson(value) || isQuestion(value) ? withoutPersonFields(replaced) : replaced;
  }

  function replaceEach(value: Json): Json {
    let next = value;
    for (const [key, each] of Object.entries(value)) {
      const replaced = replaceValue(each);
      if (replaced !== each) next = { ...next, [key]: replaced };
    }
    return next;
  }

  function sentence(text: string): string {
    const longestFirst = [...spellings].sort((one, other) => other.length - one.length);
    return longestFirst.reduce((next, name) => replaceWords(next, name), text);
  }

  function replaceIn(record: ChangeRecord | null): ChangeRecord | null {
    if (!record) return null;
    const { did, undoes } = record;
    return {
      ...record,
      did: sentence(did),
      ...(undoes && { undoes: { ...undoes, did: sentence(undoes.did) } }),
    };
  }

  return {
    look,
    get isNamed() {
      return isNamed || [...own, ...named].some(isTheirs);
    },
    get shifts() {
      return new Set([...own, ...named].filter(isTheirs));
    },
    replace<T>(value: T): T | null {
      const next = replaceValue(value);
      return next === value ? null : (next as T);
    },
    replaceIn,
  };
}

type Json = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const fold = (name: string): string => wordsOf(name).join(' ');

/** The shift that an object is, or that it changes. */
function shiftOf(value: Json): string | null {
  if (isText(value.shift)) return value.shift;
  return isText(value.id) && isText(value.teamMember) ? value.id : null;
}

/** A note on a shift is about the person, too. */
function withoutShiftFields(value: Json): Json {
  const told = isObject(value.told) ? withoutShiftFields(value.told) : value.told;
  return {
    ...without(value, ['email', 'personId']),
    ...(isText(value.teamMember) && { teamMember: formerName }),
    ...(isText(value.note) && { note: '' }),
    ...(hasOwn(value, 'told') && { told }),
  };
}

function withoutPersonFields(value: Json): Json {
  return {
    ...without(value, ['email']),
    ...(isText(value.name) && { name: formerName }),
    ...(isText(value.notes) && { notes: '' }),
    ...(isObject(value.names) && { names: emptied(value.names) }),
    ...(isObject(value.ids) && { ids: emptied(value.ids) }),
    ...(isObject(value.providerIds) && { providerIds: emptied(value.providerIds) }),
    ...(isText(value.providerId) && { providerId: null }),
  };
}

/** A list, or lists by name, without what is in them. */
const emptied = (lists: Json): unknown =>
  Array.isArray(lists) ? [] : Object.fromEntries(Object.keys(lists).map((key) => [key, []]));

const without = (value: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

/** Only where the name stands by itself: 'Ana' is not in 'Anabel'. */
function replaceWords(text: string, name: string): string {
  if (name.trim() === '') return text;
  const escaped = name.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'), inSentences);
}
