import type { Team } from '../../domain/team/team.ts';
import { createDocumentImport } from './import-documents.ts';
import { createPeopleImport } from './import-people.ts';
import type { ImportContext, ImportSource } from './import-source.ts';
import { createTeamImport } from './import-team.ts';

/** So many at a time, so that they share disk syncs. */
const BATCH = 50;

/** Imports everything that doesn't exist yet; reports and leaves out what can't be imported. */
export async function importAll(source: ImportSource, importing: ImportContext): Promise<void> {
  const { users, collections } = source;
  const teams = Object.entries(collections.teams);
  const templates = Object.entries(collections.templates);
  const layouts = Object.entries(collections.layouts);
  const of = [users, teams, templates, layouts].reduce((sum, all) => sum + all.length, 0);
  let looked = 0;

  async function inBatches<T>(
    all: readonly T[],
    each: (batch: readonly T[]) => Promise<unknown>,
  ): Promise<void> {
    for (let start = 0; start < all.length; start += BATCH) {
      const batch = all.slice(start, start + BATCH);
      await each(batch);
      looked += batch.length;
      importing.progress(looked, of);
    }
  }

  const people = createPeopleImport(source, importing);
  await inBatches(users, people.add);
  people.sayWithoutPassword();

  const known = new Map<string, Team>();
  const importTeam = createTeamImport(source, importing, people.people);
  await inBatches(teams, async (batch) => {
    for (const [id, document] of batch) {
      const team = await importTeam.add(id, document);
      if (team) known.set(id, team);
    }
  });
  importTeam.sayTimeZone();

  const { addTemplate, addLayout } = createDocumentImport(importing, known);
  await inBatches(templates, (batch) => Promise.all(batch.map(([id, each]) => addTemplate(id, each))));
  await inBatches(layouts, (batch) => Promise.all(batch.map(([id, each]) => addLayout(id, each))));
}
