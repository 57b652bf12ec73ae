import * as z from 'zod/mini';
import { change as changeShape, plainId } from '../../../contract/changes.ts';
import type { Change, SingleChange } from '../../../domain/change/change.ts';
import { type Crew, crewSchema, type Person } from '../../../domain/crew/crew.ts';
import { crewDocument } from '../../../domain/crew/crew-document.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Outcome, Problem } from '../../../domain/problem/problem.ts';
import { largestLogo, type Team } from '../../../domain/team/team.ts';
import type { Template } from '../../../domain/team/template.ts';
import { roles } from '../../../domain/team/user.ts';
import { isTimeZone } from '../../../domain/time/date.ts';
import type { FirebaseScryptParameters } from '../../accounts/password-policy.ts';
import type { DocumentRef } from '../../database/document-store.ts';
import type { DatabaseStore, StoredLogo } from '../../database/store.ts';
import { hashOf } from '../../id.ts';
import { imageType } from '../../image.ts';
import type { Documents } from '../../live/documents.ts';
import { syncMinutes } from '../../schedules/connections.ts';
import { encryptSecrets, type SecretBox } from '../../schedules/secret-box.ts';
import { StartProblem } from '../../start-problem.ts';
import type { Collections } from './hosted-files.ts';
import { type HostedValue, hostedDocument, readable } from './hosted-value.ts';
import { createPeopleImport, type People } from './import-people.ts';
import { describeProblem, readLayout, readTeam, readTemplate } from './read-documents.ts';

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
  /** Only passwords from Firebase need it. */
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

const hotschedules = 'hotschedules';

const member = z.object({ role: z.enum(roles), joinedAt: z.number() });

const connection = z.object({
  provider: plainId,
  settings: z.record(z.string(), z.string()),
  terms: z.object({
    location: z.nullable(z.object({ id: z.string(), name: z.string() })),
    timeZone: z.string().check(z.refine(isTimeZone)),
    everyMinutes: z.nullable(z.int().check(z.minimum(syncMinutes.least), z.maximum(syncMinutes.most))),
    takesAlone: z.boolean(),
  }),
  roles: z.nullable(z.array(z.string())),
});

/** What is beside a team in a file. An export from Lineup stays one, though a part of it can't be read. */
function besideTeam(document: HostedValue) {
  const lineup = document.at('lineup');
  const isFromLineup = lineup.value !== undefined && lineup.value !== null;
  const kept = lineup.list('connections').flatMap((each) => each.as(connection) ?? []);
  const signIn = document.at('integrations').at(hotschedules);
  const [user = '', pass = ''] = ['user', 'pass'].map((name) => signIn.at(name).text().trim());
  const hosted = { provider: hotschedules, settings: { user }, terms: null, roles: null };
  // Its own connections list a HotSchedules sign-in, too.
  const isConnected = !isFromLineup && user + pass !== '';
  return {
    members: [...new Set(document.list('members').map((each) => each.text()))],
    roleOf: (hosted: string) => {
      const kept = lineup.at('members').at(hosted).as(member);
      // Everybody managed a hosted team. A role that can't be read is the one that may do the least.
      return { joinedAt: kept?.joinedAt, role: kept?.role ?? (isFromLineup ? 'viewer' : 'manager') } as const;
    },
    crew: lineup.at('crew').as(crewSchema),
    connections: isConnected
      ? [{ ...hosted, secrets: { pass } }]
      : kept.map((each) => ({ ...each, secrets: null })),
  };
}

type Beside = ReturnType<typeof besideTeam>;

/** Throws a `StartProblem` if the database can't be written to, which ends the import. */
async function issue(documents: Documents, name: DocumentRef, change: Change) {
  const issued = await documents.issue(name, change, { device: 'Import' });
  if (issued.ok || issued.problem.code !== 'storage-failed') return issued;
  throw new StartProblem(
    'The database cannot be written to; its disk may be full. What was imported so far stays: free up space, then run it again.',
  );
}

/** Spreads join times, so that people see their teams in the order they joined them. */
const SECOND = 1_000;

function createTeamImport(
  { collections }: Pick<ImportSource, 'collections'>,
  { store, documents, secretBox, report, timeZone, now }: ImportContext,
  people: People,
) {
  const startedAt = now();
  let withoutZone = 0;

  async function add(id: string, document: unknown): Promise<Team | null> {
    const where = `teams/${id}`;
    const refused = (problem: Problem) => {
      report.skipped('Teams', where, describeProblem(problem));
      return null;
    };
    if (!plainId.safeParse(id).success) return refused({ code: 'request-invalid', field: 'id' });
    const { read, report: reportLosses } = readable(document);
    if (!read.hasFields()) return refused({ code: 'request-invalid' });
    const beside = besideTeam(read);
    const there = (await documents.read({ team: id, document: id }))?.body;
    if (there?.kind === 'team') {
      report.existing('Teams');
      // Former members stay out; people whose account is new join now.
      await addMembers(id, beside, people.isNew, (user) =>
        report.changed(where, `${people.nameOf(user)} joined.`),
      );
      await reportConnections(id, beside);
      return there;
    }
    const logo = logoOf(id, read.at('lineup').at('logo').at('base64').text());
    const team = readTeam(read, timeZone, logo);
    if (!team.ok) return refused(team.problem);
    if (read.at('lineup').value === undefined) withoutZone += 1;
    // Members come first: if the import is interrupted here, the next run adds them again.
    const managers = await addMembers(id, beside, () => true);
    if (managers === 0) report.changed(where, 'It has no manager: none of its managers has an account here.');
    if (logo) await store.logos.put(logo);
    const issued = await issue(
      documents,
      { team: id, document: id },
      { type: 'team.create', team: team.value },
    );
    if (!issued.ok) return refused(issued.problem);
    report.created('Teams');
    reportLosses(report.changed, where);
    if (beside.crew) await addCrew(id, beside.crew);
    await connect(id, beside, team.value);
    return team.value;
  }

  /** Accounts that have another id here keep their person. */
  async function addCrew(team: string, crew: Crew): Promise<void> {
    const here = async <Each extends Person>(person: Each): Promise<Each> => ({
      ...person,
      account: person.account === null ? null : await people.idOf(person.account),
    });
    const [known, merged] = [
      await Promise.all(crew.people.map(here)),
      await Promise.all(crew.merged.map(here)),
    ];
    const change = { type: 'crew.create', crew: { ...crew, people: known, merged } } as const;
    const issued = await issue(documents, { team, document: crewDocument }, change);
    if (!issued.ok) report.skipped('Teams', `teams/${team}/crew`, describeProblem(issued.problem));
  }

  /** Returns how many of them are managers. */
  async function addMembers(
    team: string,
    { members, roleOf }: Beside,
    isIncluded: (hosted: string) => boolean,
    joined: (hosted: string) => void = () => {},
  ): Promise<number> {
    let managers = 0;
    for (const [index, hosted] of members.entries()) {
      const user = isIncluded(hosted) ? await people.idOf(hosted) : null;
      if (user === null) continue;
      const { role, joinedAt = startedAt + positionOf(team, hosted) * SECOND + index } = roleOf(hosted);
      if (role === 'manager') managers += 1;
      if (await store.members.add({ team, user, role, joinedAt })) joined(hosted);
    }
    return managers;
  }

  /** The team's position in the person's list; they see the first team. */
  function positionOf(team: string, user: string): number {
    const teams = hostedDocument(collections.users[user]).list('teams');
    const at = teams.findIndex(({ value }) => value === team);
    return at < 0 ? teams.length : at;
  }

  async function reportConnections(id: string, { connections }: Beside): Promise<void> {
    for (const { provider } of connections) {
      if (await store.schedule.find(id, provider)) report.existing('Schedule connections');
      else {
        const why = 'Connect the schedule again on the team’s page.';
        report.skipped('Schedule connections', `teams/${id}/${provider}`, why);
      }
    }
  }

  async function connect(team: string, { connections }: Beside, { timeZone }: Team): Promise<void> {
    const ofTeam = { location: null, timeZone, everyMinutes: null, takesAlone: false };
    for (const { provider, secrets, terms, ...connection } of connections) {
      const missing = Object.entries({ ...connection.settings, ...secrets }).find(
        ([, value]) => value === '',
      );
      if (secrets && missing) {
        const why = describeProblem({ code: 'field-missing', field: missing[0] });
        report.skipped('Schedule connections', `teams/${team}/${provider}`, why);
        continue;
      }
      const sealed = encryptSecrets(secretBox, { team, provider }, secrets ?? {});
      await store.schedule.put({
        team,
        provider,
        ...connection,
        sealed,
        terms: terms ?? ofTeam,
        lastRead: null,
      });
      report.created('Schedule connections');
      if (!secrets) report.changed(`teams/${team}`, `Enter the sign-in for ${provider} again.`);
    }
  }

  return {
    add,
    reportTimeZone() {
      if (withoutZone === 0) return;
      report.changed(
        'teams',
        `${withoutZone} of them had no time zone and now have ${timeZone}; choose another with --time-zone.`,
      );
    },
  };
}

function logoOf(team: string, base64: string): StoredLogo | null {
  const bytes = Buffer.from(base64, 'base64');
  const type = imageType(bytes);
  if (type === null || bytes.length > largestLogo) return null;
  return { team, id: hashOf(bytes), type, bytes };
}
