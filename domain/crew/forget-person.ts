import { formerName } from '../day/people-changes.ts';
import { wordsOf } from '../day/same-name.ts';
import type { Shift } from '../day/shift.ts';
import type { ChangeRecord } from '../history/history.ts';
import { hasOwn } from '../list/list.ts';

const inSentences = 'a former team member';

export type Forgetting = ReturnType<typeof createForgetting>;

/** `ids` are theirs, and those of everyone merged into them. Goes by the shape of JSON rather than by today's types: history holds what every earlier version wrote. */
export function createForgetting({ ids, names }: { ids: ReadonlySet<string>; names: readonly string[] }) {
  const known = new Set(names.map(fold));
  /** Shifts that were linked to the person, and to others: a shift can pass from one to another. */
  const own = new Set<string>();
  const others = new Set<string>();
  const written = new Map<string, Set<string>>();

  /** Learns which shifts are the person's. Everything of a document is looked at before any of it is replaced. */
  function look(value: unknown): void {
    if (Array.isArray(value)) value.forEach(look);
    if (!isObject(value)) return;
    const shift = shiftOf(value);
    if (shift !== null) {
      if (isText(value.person)) (ids.has(value.person) ? own : others).add(shift);
      for (const name of namesOn(value)) written.set(shift, (written.get(shift) ?? new Set()).add(name));
    }
    for (const each of Object.values(value)) look(each);
  }

  const isKnown = (name: string): boolean => known.has(fold(name));
  /** A name alone says who it is only on shifts that nobody else is linked to. */
  function isTheirs(shift: string, value: Json): boolean {
    if (isText(value.person)) return ids.has(value.person);
    if (own.has(shift) !== others.has(shift)) return own.has(shift);
    const onIt = namesOn(value);
    return onIt.length > 0 ? onIt.some(isKnown) : [...(written.get(shift) ?? [])].some(isKnown);
  }

  const isPerson = (value: Json): boolean =>
    [value.id, value.person].some((id) => isText(id) && ids.has(id)) && shiftOf(value) === null;
  const isQuestion = ({ name, shifts: asked }: Json): boolean =>
    Array.isArray(asked) && isText(name) && isKnown(name);

  function replaceValue(value: unknown): unknown {
    if (Array.isArray(value)) {
      const next = value.map(replaceValue);
      return next.every((each, index) => each === value[index]) ? value : next;
    }
    if (!isObject(value)) return value;
    const replaced = replaceEach(value);
    const shift = shiftOf(value);
    if (shift !== null && isTheirs(shift, value)) return withoutShiftFields(replaced);
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

  /** As they are written in sentences, the longest first. */
  function spellings(): readonly string[] {
    const found = [...written].flatMap(([shift, each]) =>
      [...each].filter((name) => isKnown(name) || (own.has(shift) && !others.has(shift))),
    );
    return [...new Set([...names, ...found])].sort((one, other) => other.length - one.length);
  }

  const sentence = (text: string): string => spellings().reduce(replaceWords, text);

  function replaceIn(record: ChangeRecord | null): ChangeRecord | null {
    if (!record) return null;
    const { did, undoes, answered } = record;
    return {
      ...record,
      did: sentence(did),
      ...(undoes && { undoes: { ...undoes, did: sentence(undoes.did) } }),
      ...(answered && { answered: replaceValue(answered) as typeof answered }),
    };
  }

  return {
    look,
    get isNamed() {
      return own.size > 0 || [...written.values()].some((each) => [...each].some(isKnown));
    },
    theirs: (shifts: readonly Shift[]): readonly string[] =>
      shifts.filter((each) => isTheirs(each.id, each as unknown as Json)).map(({ id }) => id),
    /** Without the person; null if there is nothing to replace. */
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

const namesOn = ({ teamMember, told }: Json): readonly string[] =>
  [teamMember, isObject(told) ? told.teamMember : undefined].filter(isText);

function shiftOf(value: Json): string | null {
  if (isText(value.shift)) return value.shift;
  return isText(value.id) && isText(value.teamMember) ? value.id : null;
}

/** Of a person of the crew, or of a row of a change that names one. */
const planned = ['skills', 'likes', 'dislikes', 'turns16On', 'turns18On'];

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
    ...without(value, ['email', ...planned]),
    ...(hasOwn(value, 'level') && { level: null }),
    ...(hasOwn(value, 'feeling') && { feeling: null }),
    ...(isText(value.name) && { name: formerName }),
    ...(isText(value.notes) && { notes: '' }),
    ...(isObject(value.names) && { names: emptied(value.names) }),
    ...(isObject(value.ids) && { ids: emptied(value.ids) }),
    ...(isObject(value.providerIds) && { providerIds: emptied(value.providerIds) }),
    ...(isText(value.providerId) && { providerId: null }),
  };
}

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
