import * as z from 'zod/mini';
import { change as changeShape, plainId } from '../../../contract/changes.ts';
import type { SingleChange } from '../../../domain/change/change.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Outcome, Problem } from '../../../domain/problem/problem.ts';
import type { Team } from '../../../domain/team/team.ts';
import type { Template } from '../../../domain/team/template.ts';
import type { FirebaseScryptParameters } from '../../accounts/password-policy.ts';
import type { DatabaseStore } from '../../database/store.ts';
import type { Documents } from '../../live/documents.ts';
import type { SecretBox } from '../../schedules/secret-box.ts';
import type { Collections } from './hosted-files.ts';
import { type HostedValue, readable } from './hosted-value.ts';
import { createPeopleImport } from './import-people.ts';
import { createTeamImport, issue } from './import-team.ts';
import { describeProblem, readLayout, readTemplate } from './read-documents.ts';

type Kind = 'People' | 'Teams' | 'Templates' | 'Layouts' | 'Schedule connections';
const kinds: readonly Kind[] = ['People', 'Teams', 'Templates', 'Layouts', 'Schedule connections'];

export type Report = ReturnType<typeof createReport>;

export function createReport(isDry: boolean) {
  const counts = new Map(kinds.map((kind) => [kind, { created: 0, existing: 0, skipped: 0 }]));
  const count = (kind: Kind, what: 'created' | 'existing' | 'skipped') => {
    const counted = counts.get(kind);
    if (counted) counted[what] += 1;
  };
  const skipped: string[] = [];
  const changed: string[] = [];
  return {
    created: (kind: Kind) => count(kind, 'created'),
    existing: (kind: Kind) => count(kind, 'existing'),
    /** `where` is a path in the files, such as 'teams/maple'. */
    skipped(kind: Kind, where: string, why: string) {
      count(kind, 'skipped');
      skipped.push(`${where}: ${why}`);
    },
    /** For what was imported with a difference. */
    changed(where: string, how: string) {
      changed.push(`${where}: ${how}`);
    },
    lines: (): readonly string[] => [
      row('', isDry ? 'to import' : 'imported', 'already here', 'skipped'),
      ...[...counts].map(([kind, { created, existing, skipped }]) => row(kind, created, existing, skipped)),
      ...listed('Skipped:', skipped),
      ...listed('Imported with changes:', changed),
      ...(isDry ? ['Nothing was written: this was a dry run.'] : []),
    ],
  };
}

const row = (kind: string, ...columns: (string | number)[]): string =>
  kind.padEnd(21) + columns.map((column) => String(column).padStart(14)).join('');

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

export interface ImportSource {
  readonly users: readonly unknown[];
  readonly collections: Collections;
  /** Null if no password needs it. */
  readonly hashing: FirebaseScryptParameters | null;
}

export interface ImportContext {
  readonly store: DatabaseStore;
  readonly documents: Documents;
  readonly secretBox: SecretBox;
  readonly report: Report;
  /** For teams that have none. */
  readonly timeZone: string;
  /** Email addresses of accounts that exist here and that the operator confirmed to be the same people. */
  readonly joining: ReadonlySet<string>;
  readonly now: () => number;
  readonly progress: (done: number, total: number) => void;
}

const documentKinds = {
  Templates: {
    read: readTemplate,
    create: (template: Template): SingleChange => ({ type: 'template.create', template }),
    deletion: { type: 'template.delete' },
  },
  Layouts: {
    read: readLayout,
    create: (layout: Layout): SingleChange => ({ type: 'layout.create', layout }),
    deletion: { type: 'layout.delete' },
  },
} as const;

async function addDocument(
  kind: keyof typeof documentKinds,
  [id, document]: readonly [string, unknown],
  { store, documents, report }: ImportContext,
  teams: ReadonlyMap<string, Team>,
): Promise<void> {
  const { create, deletion } = documentKinds[kind];
  const read = documentKinds[kind].read as (document: HostedValue, team: Team) => Outcome<Template & Layout>;
  const where = `${kind.toLowerCase()}/${id}`;
  const skip = (why: string) => report.skipped(kind, where, why);
  const refused = (problem: Problem) => skip(describeProblem(problem));
  const { read: value, report: reportLosses } = readable(document);
  const teamId = value.at('teamID').value;
  if (typeof teamId !== 'string') return refused({ code: 'request-invalid', field: 'teamID' });
  if (!plainId.safeParse(id).success) return skip('The id has characters that don’t work in an address.');
  const team = teams.get(teamId);
  if (!team) return skip(`Its team ${teamId} was not found.`);
  const name = { team: teamId, document: id };
  const there = store.kysely.selectFrom('documents').select('version').where('team_id', '=', teamId);
  if (await there.where('id', '=', id).executeTakeFirst()) return report.existing(kind);
  const made = read(value, team);
  if (!made.ok) return refused(made.problem);
  const change = create(made.value);
  const shaped = z.safeParse(changeShape, change);
  if (!shaped.success) {
    const field = shaped.error.issues[0]?.path.slice(1).map(String).join('.') ?? '';
    return refused({ code: 'request-invalid', field });
  }
  const isDeleted = value.at('lineup').at('deleted').value === true;
  const issued = await issue(
    documents,
    name,
    isDeleted ? { type: 'batch', changes: [change, deletion] } : change,
  );
  if (!issued.ok) return refused(issued.problem);
  report.created(kind);
  reportLosses(report.changed, where);
}

/** Imported in parallel, so that they share commits to the disk. */
const BATCH = 50;

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

  for (const [kind, documents] of [
    ['Templates', templates],
    ['Layouts', layouts],
  ] as const) {
    await inBatches(documents, (batch) =>
      Promise.all(batch.map((each) => addDocument(kind, each, context, known))),
    );
  }
}
