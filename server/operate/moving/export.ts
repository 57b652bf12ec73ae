import { mkdir, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DocumentKind } from '../../../domain/change/change.ts';
import { crewDocument } from '../../../domain/crew/crew-document.ts';
import { breakNumber } from '../../../domain/day/break.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { fieldsOf, type Shift, scheduleIdOf } from '../../../domain/day/shift.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import { type Team, uploadedLogo } from '../../../domain/team/team.ts';
import type { Template } from '../../../domain/team/template.ts';
import { fullName } from '../../../domain/team/user.ts';
import { type AccountDatabase, type AccountRecord, listAccounts } from '../../accounts/account-tables.ts';
import { parseFirebaseHash } from '../../accounts/password-policy.ts';
import type { DocumentRef } from '../../database/document-store.ts';
import type { Store } from '../../database/store.ts';
import { StartProblem } from '../../start-problem.ts';

/** Both files or none, with one document in memory at a time. Throws a `StartProblem`. */
export async function exportInto(
  files: { readonly users: string; readonly data: string },
  { store, db }: { readonly store: Store; readonly db: AccountDatabase },
) {
  const people = await listAccounts(db);
  // Firebase's import tool rejects accounts with unknown fields.
  const beside = people.map(({ id, password, providers, language }) => [
    id,
    { password, providers, language },
  ]);
  const accounts = { users: people.map(accountToHosted), lineup: Object.fromEntries(beside) };
  await writeNew(files.users, JSON.stringify(accounts, null, 1));
  try {
    const names = await db
      .selectFrom('documents')
      .select(['team_id', 'id', 'kind', 'name'])
      .orderBy('team_id')
      .orderBy('id')
      .execute();
    const teamsOf = Map.groupBy(
      await db.selectFrom('members').selectAll().orderBy('joined_at').execute(),
      (member) => member.user_id,
    );
    const users = people.map(({ id, firstName, lastName }): Entry => {
      const teams = (teamsOf.get(id) ?? []).map((member) => member.team_id);
      return [id, () => ({ firstName, lastName, teams })];
    });
    const written = (kind: DocumentKind, isDeleted = false): readonly Entry[] =>
      names
        // Deleted documents have no name.
        .filter((each) => each.kind === kind && (each.name === null) === isDeleted)
        .map(({ team_id: team, id }) => [id, () => documentToHosted({ team, document: id }, store)]);
    await writeNew(
      files.data,
      object({
        users: collection(users),
        teams: collection(written('team')),
        templates: collection(written('template')),
        layouts: collection(written('layout')),
        // The hosted product can't restore deleted documents, so they are kept apart.
        lineup: object({
          templates: collection(written('template', true)),
          layouts: collection(written('layout', true)),
        }),
      }),
    );
    const count = (kind: DocumentKind) => names.filter((each) => each.kind === kind).length;
    return {
      people: people.length,
      teams: count('team'),
      templates: count('template'),
      layouts: count('layout'),
    };
  } catch (error) {
    await unlink(files.users);
    throw error;
  }
}

/** The parts of a file in JSON. */
type Parts = AsyncIterable<string>;
/** What `null` comes of was deleted during the export. */
type Entry = readonly [id: string, load: () => unknown];

async function* object(fields: Readonly<Record<string, Parts>>): Parts {
  for (const [index, [name, parts]] of Object.entries(fields).entries()) {
    yield `${index === 0 ? '{' : ','}\n"${name}":`;
    yield* parts;
  }
  yield '\n}';
}

async function* collection(entries: readonly Entry[]): Parts {
  let between = '{';
  for (const [id, load] of entries) {
    const document = await load();
    if (document === null) continue;
    yield `${between}\n${JSON.stringify(id)}:${JSON.stringify(document)}`;
    between = ',';
  }
  yield between === '{' ? '{}' : '\n}';
}

/** Never overwrites a file, and removes it if it can't be written completely. */
async function writeNew(file: string, parts: Parts | string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, parts, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(file, { force: true });
    throw unwritable(file, error);
  }
}

const whys: Readonly<Record<string, string>> = {
  EEXIST: 'already exists; choose another folder with --out.',
  ENOSPC: 'cannot be written: the disk is full.',
};

/** Errors that aren't from the file system stay unchanged. */
function unwritable(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error;
  return new StartProblem(`The file ${file} ${whys[String(error.code)] ?? 'cannot be written.'}`);
}

function accountToHosted({ id, email, emailVerified, createdAt, password, ...names }: AccountRecord) {
  const hosted = password === null ? null : parseFirebaseHash(password);
  return {
    localId: id,
    email,
    emailVerified,
    ...(hosted && { passwordHash: hosted.hash, salt: hosted.salt }),
    displayName: fullName(names),
    createdAt: String(createdAt),
    disabled: false,
  };
}

/** `null`: the document has none. */
async function documentToHosted(name: DocumentRef, store: Store): Promise<unknown> {
  const body = (await store.documents.load(name))?.body;
  switch (body?.kind) {
    case 'team':
      return teamWithMembers(name.team, body, store);
    case 'template':
      return templateToHosted(body, name.team);
    case 'layout':
      return layoutToHosted(body, name.team);
    default:
      return null;
  }
}

async function teamWithMembers(id: string, body: Team, { documents, members, logos, schedule }: Store) {
  const joined = await members.ofTeam(id);
  const hosted = teamToHosted(
    body,
    joined.map(({ user }) => user),
  );
  const uploaded = body.logoUrl === null ? null : uploadedLogo(body.logoUrl);
  const logo = uploaded && (await logos.find(id, uploaded.image));
  const crew = await documents.load({ team: id, document: crewDocument });
  const connections = await schedule.ofTeam(id);
  const hotschedules = connections.find(({ provider }) => provider === 'hotschedules');
  return {
    ...hosted,
    ...(hotschedules && {
      integrations: { hotschedules: { user: hotschedules.settings.user ?? '', pass: '' } },
    }),
    lineup: {
      ...hosted.lineup,
      ...(crew?.body.kind === 'crew' && { crew: crew.body }),
      members: Object.fromEntries(joined.map(({ user, role, joinedAt }) => [user, { role, joinedAt }])),
      connections: connections.map(({ provider, settings, terms, roles }) => ({
        provider,
        settings,
        terms,
        roles,
      })),
      ...(logo && { logo: { type: logo.type, base64: Buffer.from(logo.bytes).toString('base64') } }),
    },
  };
}

/**
 * Documents as the hosted product kept them, where indices stand for ids. Whole ones are beside them under `lineup`, since the
 * format has no room for much of them.
 */

/** The hosted product knew HotSchedules' shifts by their number alone. */
function hostedIdsOf(shifts: readonly Shift[]): ReadonlyMap<string, string> {
  const taken = new Set(shifts.map(({ id }) => id));
  return new Map(
    shifts.map((shift) => {
      const number =
        shift.provider === 'hotschedules' ? scheduleIdOf(shift).replace(/^hotschedules:/, '') : '';
      if (number === '' || taken.has(number)) return [shift.id, shift.id];
      taken.add(number);
      return [shift.id, number];
    }),
  );
}

const rotationsToHosted = (plan: Plan, hostedIds: ReadonlyMap<string, string> = new Map()) =>
  plan.map(({ name, startTime, endTime, subareas }) => ({
    name,
    startTime,
    endTime,
    subareas: subareas.map((subarea) => subarea.name),
    positions: subareas.flatMap(({ positions }, subarea) =>
      positions.map(({ name, seats }) => ({
        name,
        subarea,
        teamMembers: seats.map((id) => hostedIds.get(id) ?? id),
      })),
    ),
  }));

export function teamToHosted(team: Team, members: readonly string[]) {
  const { name, areas, breakMinMinutes, breakTimerMinutes, primaryColor, logoUrl } = team;
  return {
    name,
    members,
    breakMinMinutes,
    breakTimerMinutes,
    areas,
    theme: primaryColor === null ? null : { primaryColor },
    logoURL: logoUrl,
    lineup: { body: team },
  };
}

export function templateToHosted({ deleted, ...body }: Template, teamID: string) {
  const { name, area, notes, rotations, type } = body;
  return {
    name,
    area,
    notes: JSON.stringify(notes),
    rotations: rotationsToHosted(rotations),
    teamID,
    type,
    lineup: { body, ...(deleted && { deleted }) },
  };
}

export function layoutToHosted({ deleted, ...body }: Layout, teamID: string) {
  const { date, area, template, notes, shifts, rotations, breakTimerMinutes } = body;
  const hostedIds = hostedIdsOf(shifts);
  return {
    teamID,
    date,
    area,
    template,
    notes: JSON.stringify(notes),
    shifts: shifts.map(({ id, breaks, ...shift }) => ({
      id: hostedIds.get(id) ?? id,
      ...fieldsOf(shift),
      provider: shift.provider,
      breaks: breaks.map((slot) => breakNumber(slot, breakTimerMinutes)),
    })),
    rotations: rotationsToHosted(rotations, hostedIds),
    lineup: { body, ...(deleted && { deleted }) },
  };
}
