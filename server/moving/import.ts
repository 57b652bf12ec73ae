import * as z from 'zod/mini';
import { change as changeShape, plainId } from '../../contract/changes.ts';
import type { Change } from '../../domain/change.ts';
import { layoutFromHosted, templateFromHosted } from '../../domain/hosted.ts';
import { done, type Outcome, type Problem } from '../../domain/problem.ts';
import type { Team } from '../../domain/team.ts';
import type { WholeAccount } from '../auth/account-rows.ts';
import { accountOf, readHostedUser } from './hosted-people.ts';
import { readHostedLayout, readHostedTemplate } from './hosted-shapes.ts';
import { createTeamImport } from './import-team.ts';
import type { Importing, Luggage } from './luggage.ts';
import { told } from './report.ts';

/** So many at a time, so that they share the waits for the disk. */
const BATCH = 50;

/** Moves everything in that is not there yet; what cannot be is reported and left out. */
export async function importAll(luggage: Luggage, importing: Importing): Promise<void> {
  const { target, report, progress } = importing;
  const { users, templates, layouts, teams } = { ...luggage.collections, users: luggage.users };
  const of = [users, teams, templates, layouts].reduce((sum, all) => sum + Object.keys(all).length, 0);
  let looked = 0;

  async function inBatches<T>(
    all: readonly T[],
    each: (batch: readonly T[]) => Promise<void>,
  ): Promise<void> {
    for (let start = 0; start < all.length; start += BATCH) {
      const batch = all.slice(start, start + BATCH);
      await each(batch);
      looked += batch.length;
      progress(looked, of);
    }
  }

  const people = createPeopleImport(luggage, importing);
  await inBatches(users, people.add);
  people.sayWithoutPassword();

  const known = new Map<string, Team>();
  const importTeam = createTeamImport(importing, people.made);
  await inBatches(Object.entries(teams), async (batch) => {
    for (const [id, document] of batch) {
      const team = await importTeam.add(id, document);
      if (team) known.set(id, team);
    }
  });
  importTeam.sayTimeZone();

  async function addDocument(
    kind: 'Templates' | 'Layouts',
    id: string,
    read: Outcome<{ readonly teamID: string }>,
    make: (team: Team) => Outcome<Change>,
  ): Promise<void> {
    const where = `${kind.toLowerCase()}/${id}`;
    const refused = (problem: Problem) => report.skipped(kind, where, told(problem));
    if (!read.ok) return refused(read.problem);
    if (!plainId.safeParse(id).success)
      return report.skipped(kind, where, 'The id cannot stand in an address.');
    const { teamID } = read.value;
    const team = known.get(teamID);
    if (!team) return report.skipped(kind, where, `There is no team ${teamID} to put it in.`);
    const name = { team: teamID, document: id };
    if (await target.has(name)) return report.there(kind);
    const change = make(team);
    if (!change.ok) return refused(change.problem);
    const shaped = z.safeParse(changeShape, change.value);
    if (!shaped.success) {
      const path = shaped.error.issues[0]?.path.slice(1).map(String).join('.') ?? '';
      return refused({ code: 'request-invalid', field: path });
    }
    const issued = await target.issue(name, change.value);
    if (!issued.ok) return refused(issued.problem);
    report.made(kind);
  }

  await inBatches(Object.entries(templates), async (batch) => {
    await Promise.all(
      batch.map(([id, document]) => {
        const read = readHostedTemplate(document);
        return addDocument('Templates', id, read, () => {
          if (!read.ok) return read;
          const template = templateFromHosted(read.value);
          if (!template.ok) return template;
          const made: Change = { type: 'template.create', template: template.value };
          return done(
            read.value.lineup?.deleted
              ? { type: 'batch', changes: [made, { type: 'template.delete' }] }
              : made,
          );
        });
      }),
    );
  });

  await inBatches(Object.entries(layouts), async (batch) => {
    await Promise.all(
      batch.map(([id, document]) => {
        const read = readHostedLayout(document);
        return addDocument('Layouts', id, read, (team) => {
          if (!read.ok) return read;
          const layout = layoutFromHosted(read.value, team);
          if (!layout.ok) return layout;
          const made: Change = { type: 'layout.create', layout: layout.value };
          return done(
            read.value.lineup?.deleted ? { type: 'batch', changes: [made, { type: 'layout.delete' }] } : made,
          );
        });
      }),
    );
  });
}

function createPeopleImport(
  { collections, hashing }: Luggage,
  { target, report, now }: Pick<Importing, 'target' | 'report' | 'now'>,
) {
  const made = new Set<string>();
  const emails = new Set<string>();
  let withoutPassword = 0;

  /** Null when there is nothing to make. */
  async function check(user: unknown): Promise<WholeAccount | null> {
    const hosted = readHostedUser(user);
    const skip = (why: string) => {
      report.skipped('People', `users/${hosted?.localId ?? '?'}`, why);
      return null;
    };
    if (!hosted) return skip('It has no localId, or a field that cannot be read.');
    if (made.has(hosted.localId)) return skip('The id stands in the file twice.');
    if (await target.hasPerson(hosted.localId)) {
      report.there('People');
      return null;
    }
    const account = accountOf(hosted, collections.users, hashing, now());
    if ('why' in account) return skip(account.why);
    if (emails.has(account.email)) return skip(`${account.email} stands in the file twice.`);
    if (await target.isTaken(account.email)) return skip(`Somebody else has ${account.email} already.`);
    emails.add(account.email);
    made.add(account.id);
    if (account.password === null && account.providers.length === 0) withoutPassword += 1;
    return account;
  }

  return {
    made,
    async add(batch: readonly unknown[]) {
      const accounts: WholeAccount[] = [];
      for (const user of batch) {
        const account = await check(user);
        if (account) accounts.push(account);
      }
      await target.addPeople(accounts);
      for (const _ of accounts) report.made('People');
    },
    sayWithoutPassword() {
      if (withoutPassword === 0) return;
      report.changed(
        'users',
        `${withoutPassword} of them have no password here: they come in through a provider, or by a link for a new one.`,
      );
    },
  };
}
