import type { Team } from '../../../domain/team/team.ts';
import { createDocumentImport } from './import-documents.ts';
import { createPeopleImport } from './import-people.ts';
import type { ImportContext, ImportSource } from './import-source.ts';
import { createTeamImport } from './import-team.ts';

/** Imported in parallel, so that they share commits to the disk. */
const BATCH = 50;

/** Imports everything that doesn't exist here yet; what can't be imported is reported. */
export async function importAll(source: ImportSource, context: ImportContext): Promise<void> {
  const { users, collections } = source;
  const teams = Object.entries(collections.teams);
  const templates = Object.entries(collections.templates);
  const layouts = Object.entries(collections.layouts);
  const total = [users, teams, templates, layouts].reduce((sum, all) => sum + all.length, 0);
  let done = 0;

  async function inBatches<T>(
    all: readonly T[],
    each: (batch: readonly T[]) => Promise<unknown>,
  ): Promise<void> {
    for (let start = 0; start < all.length; start += BATCH) {
      const batch = all.slice(start, start + BATCH);
      await each(batch);
      done += batch.length;
      context.progress(done, total);
    }
  }

  const people = createPeopleImport(source, context);
  await inBatches(users, people.add);
  people.reportWithoutPassword();

  const known = new Map<string, Team>();
  const importTeam = createTeamImport(source, context, people.people);
  await inBatches(teams, async (batch) => {
    for (const [id, document] of batch) {
      const team = await importTeam.add(id, document);
      if (team) known.set(id, team);
    }
  });
  importTeam.reportTimeZone();

  const { addTemplate, addLayout } = createDocumentImport(context, known);
  await inBatches(templates, (batch) => Promise.all(batch.map(([id, each]) => addTemplate(id, each))));
  await inBatches(layouts, (batch) => Promise.all(batch.map(([id, each]) => addLayout(id, each))));
}
