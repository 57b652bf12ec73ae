import { crewDocument } from '../../domain/crew/crew-document.ts';
import { crewIndex } from '../../domain/crew/crew-index.ts';
import { fullName, personOfAuthor, type User } from '../../domain/team/user.ts';
import type { Documents } from './documents.ts';

interface Dependencies {
  readonly documents: Pick<Documents, 'find'>;
  readonly people: (ids: readonly string[]) => Promise<readonly User[]>;
}

/** What those are called who made changes of a team: accounts, and people of the crew without one. Those who are gone have none. */
export type AuthorNames = (team: string, authors: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export function createAuthorNames({ documents, people }: Dependencies): AuthorNames {
  return async (team, authors) => {
    const ofCrew = authors.flatMap((author) => {
      const person = personOfAuthor(author);
      return person === null ? [] : [{ author, person }];
    });
    const users = await people(authors.filter((author) => personOfAuthor(author) === null));
    const names = new Map(users.map((user) => [user.id, fullName(user)]));
    if (ofCrew.length === 0) return names;
    const body = (await documents.find({ team, document: crewDocument }))?.body;
    const index = body?.kind === 'crew' ? crewIndex(body) : null;
    for (const { author, person } of ofCrew) {
      const name = index?.personOf(person)?.name;
      if (name !== undefined) names.set(author, name);
    }
    return names;
  };
}
