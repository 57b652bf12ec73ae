import type { Crew } from '../crew/crew.ts';
import { recordOf } from '../crew/crew-edits.ts';
import { byId } from '../list/list.ts';
import { listed } from './day-phrases.ts';
import type { Around, Phrases } from './phrase-types.ts';

function personName({ before, after }: Around<Crew>, id: string): string {
  return (
    (before && recordOf(before, id)?.name) ?? (after && recordOf(after, id)?.name) ?? 'a former team member'
  );
}

/** Names that one entry lists. */
const namedPeople = 3;

function newPeople({ before, after }: Around<Crew>): readonly string[] {
  const known = new Set([...(before?.people ?? []), ...(before?.merged ?? [])].map(({ id }) => id));
  return (after?.people ?? []).filter(({ id }) => !known.has(id)).map(({ name }) => name);
}

function seenPeople(around: Around<Crew>): string {
  const names = newPeople(around);
  const [left, shown] = [names.length - namedPeople, names.slice(0, namedPeople)];
  const others = left > 0 ? [`${left} more`] : [];
  return names.length > 0
    ? `added ${listed([...shown, ...others])} to the crew`
    : 'updated the crew from the schedule';
}

const counted = (count: number): string => `${count} ${count === 1 ? 'shift' : 'shifts'}`;

export const crewPhrases = {
  'shift.people': (_, { people }) =>
    people.some(({ teamMember }) => teamMember !== undefined)
      ? `renamed ${counted(people.length)} as the crew says`
      : `matched ${counted(people.length)} with the crew`,
  'crew.create': () => 'created the crew',
  'crew.seen': seenPeople,
  'person.add': (_, { person }) => `added ${person.name.trim()} to the crew`,
  'person.edit': (around, { person, name, notes, active }) => {
    const who = personName(around, person);
    const parts = [
      name !== undefined && `renamed ${who} to ${name.trim()}`,
      notes !== undefined && `changed the notes on ${who}`,
      active !== undefined && `marked ${who} as ${active ? 'active' : 'inactive'}`,
    ].filter((part) => part !== false);
    return parts.length > 0 ? listed(parts) : `saved ${who}`;
  },
  'person.known': (around, { person, name }) =>
    name === undefined
      ? `changed how ${personName(around, person)} is recognized`
      : `renamed ${personName(around, person)} to ${name.trim()}`,
  'person.merge': (around, { from, into }) =>
    `merged ${personName(around, from)} into ${personName(around, into)}`,
  'person.unmerge': (around, { person }) => `took back the merge of ${personName(around, person)}`,
  'person.link': (around, { person, account }) =>
    `${account === null ? 'unlinked' : 'linked'} the account of ${personName(around, person)}`,
  'person.emails': () => 'noted email addresses of the crew',
  'person.delete': () => 'deleted a person from the crew',
  'question.answer': ({ before, after }, { question, person }) => {
    const name = before ? byId(before.questions, question)?.name : undefined;
    const who = personName({ before, after }, person);
    return name === undefined ? `said who ${who} is` : `said that ${name} is ${who}`;
  },
  'question.ask': (_, { question }) => `asked again who ${question.name.trim()} is`,
} satisfies Partial<Phrases>;
