import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DocumentKind } from '../../../domain/change/change.ts';
import { crewDocument } from '../../../domain/crew/crew.ts';
import { type Team, uploadedLogo } from '../../../domain/team/team.ts';
import { fullName } from '../../../domain/team/user.ts';
import { type AccountDatabase, type AccountRecord, listAccounts } from '../../accounts/account-tables.ts';
import { parseFirebaseHash } from '../../accounts/password-policy.ts';
import type { StoredDocument } from '../../database/document-store.ts';
import type { Store } from '../../database/store.ts';
import { StartProblem } from '../../start-problem.ts';
import { layoutToHosted, teamToHosted, templateToHosted } from './hosted-format.ts';

export interface ExportFiles {
  readonly users: string;
  readonly data: string;
}

interface ExportDependencies {
  readonly store: Store;
  readonly db: AccountDatabase;
}

export interface Exported {
  readonly people: number;
  readonly teams: number;
  readonly templates: number;
  readonly layouts: number;
}

/** Both files or none, with one document in memory at a time. Throws a `StartProblem`. */
export async function exportInto(files: ExportFiles, { store, db }: ExportDependencies): Promise<Exported> {
  const people = await listAccounts(db);
  await writeNew(files.users, (write) => writeAccounts(write, people));
  try {
    const names = await db
      .selectFrom('documents')
      .select(['team_id', 'id', 'kind', 'name'])
      .orderBy('team_id')
      .orderBy('id')
      .execute();
    const ofKind = (kind: DocumentKind) => names.filter((each) => each.kind === kind);
    const teamsOf = Map.groupBy(
      await db.selectFrom('members').selectAll().orderBy('joined_at').execute(),
      (member) => member.user_id,
    );
    await writeNew(files.data, async (write) => {
      const users = people.map(({ id, firstName, lastName }) => {
        const teams = (teamsOf.get(id) ?? []).map((member) => member.team_id);
        return [id, async () => ({ firstName, lastName, teams })] as const;
      });
      const written = (documents: readonly { team_id: string; id: string }[]) =>
        documents.map(({ team_id, id }) => {
          const load = async () =>
            documentToHosted(team_id, await store.documents.load({ team: team_id, document: id }), store);
          return [id, load] as const;
        });
      // Deleted documents have no name.
      const shown = (kind: DocumentKind) => written(ofKind(kind).filter(({ name }) => name !== null));
      const deleted = (kind: DocumentKind) => written(ofKind(kind).filter(({ name }) => name === null));
      await write('{');
      await writeCollection(write, '"users"', users);
      await writeCollection(write, ',\n"teams"', shown('team'));
      await writeCollection(write, ',\n"templates"', shown('template'));
      await writeCollection(write, ',\n"layouts"', shown('layout'));
      // The hosted product can't restore deleted documents, so they are kept apart.
      await write(',\n"lineup":{');
      await writeCollection(write, '"templates"', deleted('template'));
      await writeCollection(write, ',\n"layouts"', deleted('layout'));
      await write('}}\n');
    });
    return {
      people: people.length,
      teams: ofKind('team').length,
      templates: ofKind('template').length,
      layouts: ofKind('layout').length,
    };
  } catch (error) {
    await unlink(files.users);
    throw error;
  }
}

type Write = (text: string) => Promise<void>;

async function writeAccounts(write: Write, people: readonly AccountRecord[]): Promise<void> {
  await write('{"users":[');
  for (const [index, account] of people.entries()) {
    await write(`${index > 0 ? ',' : ''}\n${JSON.stringify(accountToHosted(account))}`);
  }
  await write('\n],\n');
  // Firebase's import tool rejects accounts with unknown fields.
  const beside = people.map(
    ({ id, password, providers }) => [id, async () => ({ password, providers })] as const,
  );
  await writeCollection(write, '"lineup"', beside);
  await write('}\n');
}

async function writeCollection(
  write: Write,
  name: string,
  documents: readonly (readonly [string, () => Promise<unknown>])[],
): Promise<void> {
  await write(`${name}:{`);
  let between = '';
  for (const [id, load] of documents) {
    const document = await load();
    // It was deleted during the export.
    if (document === null) continue;
    await write(`${between}\n${JSON.stringify(id)}:${JSON.stringify(document)}`);
    between = ',';
  }
  await write('\n}');
}

/** Never overwrites a file, and removes it if it can't be written completely. */
async function writeNew(file: string, work: (write: Write) => Promise<void>): Promise<void> {
  let handle: FileHandle;
  try {
    await mkdir(dirname(file), { recursive: true });
    handle = await open(file, 'wx', 0o600);
  } catch (error) {
    throw unwritable(file, error);
  }
  try {
    await work((text) => handle.writeFile(text));
    await handle.sync();
  } catch (error) {
    await unlink(file);
    throw unwritable(file, error);
  } finally {
    await handle.close();
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

/** Null if there is none. */
async function documentToHosted(team: string, stored: StoredDocument | null, store: Store): Promise<unknown> {
  const body = stored?.body;
  switch (body?.kind) {
    case 'team':
      return teamWithMembers(team, body, store);
    case 'template':
      return templateToHosted(body, team);
    case 'layout':
      return layoutToHosted(body, team);
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
