import { isSameName } from '../day/same-name.ts';
import { jobOf, type Shift } from '../day/shift.ts';
import {
  type AskedShift,
  askedShiftLimit,
  type Crew,
  type Person,
  personListLimit,
  providerKey,
  type Question,
  questionLimit,
} from './crew.ts';
import type { Seen } from './crew-schema.ts';

/** What a crew learns from shifts that come in. */
export interface Learned {
  readonly people: readonly Seen[];
  readonly asked: readonly Question[];
}

export type IdFor = (what: 'person' | 'question', shift: Shift) => string;

interface Place {
  readonly document: string;
  readonly date: string;
  readonly idFor: IdFor;
}

export function createLearning(crew: Crew, { document, date, idFor }: Place) {
  const seen = new Map<string, Seen>();
  const asked = new Map<string, Question>();
  const records = new Set([...crew.people, ...crew.merged].map(({ id }) => id));

  function isNews(
    person: Person,
    { name, provider, providerId, jobs }: Omit<Seen, 'person' | 'date'>,
  ): boolean {
    if (!records.has(person.id) || !person.active) return true;
    if (person.lastDate === undefined || person.lastDate < date) return true;
    if (person.jobs.length < personListLimit && jobs.some((job) => !person.jobs.includes(job))) return true;
    if (providerId === null) return ![person.name, ...person.names].some((each) => isSameName(each, name));
    const key = providerKey({ provider, id: providerId });
    const known = person.providerIds.find((each) => providerKey(each) === key);
    return known === undefined || !isSameName(known.name, name);
  }

  return {
    saw(person: Person, shift: Shift): void {
      const { provider, teamMember: name, told } = shift;
      const providerId = told?.person !== undefined && isSameName(told.teamMember, name) ? told.person : null;
      const job = jobOf(shift);
      const news = { name, provider, providerId, jobs: job === '' ? [] : [job] };
      if (!isNews(person, news)) return;
      const key = JSON.stringify([person.id, provider, providerId, name]);
      const known = seen.get(key);
      seen.set(key, {
        ...{ person: person.id, date },
        ...news,
        jobs: [...new Set([...(known?.jobs ?? []), ...news.jobs])].slice(0, personListLimit),
      });
    },

    ask(asking: Shift, providerId: string | null): void {
      const { id: shift, teamMember: name, provider, schedule: job } = asking;
      const isThis = (each: Question) =>
        providerId === null
          ? each.providerId === null && isSameName(each.name, name)
          : each.providerId === providerId && each.provider === provider;
      const question = [...asked.values()].find(isThis) ?? crew.questions.find(isThis);
      const shifts: readonly AskedShift[] = question?.shifts ?? [];
      if (shifts.some((each) => each.shift === shift && each.layout === document)) return;
      if (shifts.length >= askedShiftLimit || asked.size >= questionLimit) return;
      const next = question ?? { id: idFor('question', asking), name, provider, providerId };
      asked.set(next.id, { ...next, shifts: [...shifts, { layout: document, shift, date, job }] });
    },

    result: (): Learned | null =>
      seen.size + asked.size > 0 ? { people: [...seen.values()], asked: [...asked.values()] } : null,
  };
}
