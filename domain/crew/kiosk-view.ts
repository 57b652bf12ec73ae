import type { Crew, Person, Question } from './crew.ts';

// What a shared tablet is told of the crew, which anybody can pick up. Each field is named here: a new one is not told.

export const kioskCrew = ({ kind, people, merged, questions }: Crew): Crew => ({
  kind,
  people: people.map(kioskPerson),
  merged: merged.map((person) => ({ ...kioskPerson(person), into: person.into })),
  questions: questions.map(kioskQuestion),
});

/** Schedule ids stay, since an answer is taken back by them. */
const kioskPerson = (person: Person): Person => {
  const { id, name, named, names, providerIds, jobs, active, notes, account, lastDate } = person;
  return {
    ...{ id, name, names, jobs, active, notes, account },
    providerIds: providerIds.map((each) => ({ provider: each.provider, id: each.id, name: each.name })),
    ...(named && { named }),
    ...(lastDate !== undefined && { lastDate }),
  };
};

const kioskQuestion = ({ id, name, provider, providerId, shifts }: Question): Question => ({
  ...{ id, name, provider, providerId },
  shifts: shifts.map((asked) => ({
    layout: asked.layout,
    shift: asked.shift,
    date: asked.date,
    job: asked.job,
  })),
});
