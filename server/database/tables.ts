import type { Generated } from 'kysely';
import type { DocumentKind } from '../../domain/change/change.ts';
import type { DeviceKind, DeviceRole } from '../../domain/team/device.ts';
import type { SecurityEventType } from '../../domain/team/security-event.ts';
import type { Role, TokenScope } from '../../domain/team/user.ts';

type Engine = 'sqlite' | 'postgres';

export type ColumnType = 'id' | 'text' | 'integer' | 'bigint' | 'bytes' | 'boolean' | 'instant';

interface Column<Type> {
  readonly type: ColumnType;
  readonly isNullable?: boolean;
  readonly default?: number;
  /** What else the column's line says. */
  readonly also?: string;
  /** Of its values, for Kysely alone. */
  readonly values?: Type;
}

/** Compared byte by byte: names, ids and dates. On PostgreSQL that is faster than by a language. */
const id = <Type extends string = string>(): Column<Type> => ({ type: 'id' });
const text: Column<string> = { type: 'text' };
const integer: Column<number> = { type: 'integer' };
/** Milliseconds since 1970, and other large numbers. */
const bigint: Column<number> = { type: 'bigint' };
const bytes: Column<Uint8Array> = { type: 'bytes' };
/** SQLite stores 0 and 1, PostgreSQL returns true and false. */
export type StoredBoolean = number | boolean;
const boolean: Column<StoredBoolean> = { type: 'boolean' };
/** SQLite stores ISO 8601 text, PostgreSQL returns dates. */
export type StoredInstant = string | Date;
const instant: Column<StoredInstant> = { type: 'instant' };
const orNull = <Type>(column: Column<Type>): Column<Type | null> => ({
  type: column.type,
  isNullable: true,
});
const orZero = ({ type }: Column<number>): Column<Generated<number>> => ({ type, default: 0 });

const times = { createdAt: instant, updatedAt: instant };
const ownKey: Column<string> = { type: 'text', also: 'primary key' };
const uniqueText: Column<string> = { type: 'text', also: 'unique' };
const ofUser: Column<string> = { type: 'text', also: 'references "user" ("id") on delete cascade' };

interface Table {
  readonly columns: Readonly<Record<string, Column<unknown>>>;
  /** None if a column says it. */
  readonly key?: readonly string[];
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
  /** Without a rowid, SQLite stores rows in key order, which saves a page per write. */
  readonly isInKeyOrder?: true;
  /** In percent: room in PostgreSQL's pages, so that an update finds place beside the old row and touches no index. */
  readonly filledTo?: number;
  /**
   * On PostgreSQL nothing refers to `documents` by a foreign key: checking it costs as much as the insert, and the statements
   * that write lock its row anyway.
   */
  readonly isOfDocument?: true;
}

/** The tables of accounts. Their names, and columns that nothing uses, come from Better Auth, which made them before 1.0.0. */
const accountTables = {
  user: {
    columns: {
      id: ownKey,
      name: text,
      email: uniqueText,
      emailVerified: boolean,
      image: orNull(text),
      ...times,
      twoFactorEnabled: orNull(boolean),
      firstName: text,
      lastName: text,
      /** The one that the person chose. */
      language: orNull(text),
    },
  },
  session: {
    columns: {
      id: ownKey,
      expiresAt: instant,
      token: uniqueText,
      ...times,
      ipAddress: orNull(text),
      userAgent: orNull(text),
      userId: ofUser,
    },
    indexes: { session_userId_idx: ['userId'] },
  },
  account: {
    columns: {
      id: ownKey,
      accountId: text,
      /** 'credential' for a password, or names the OpenID Connect provider. */
      providerId: text,
      userId: ofUser,
      accessToken: orNull(text),
      refreshToken: orNull(text),
      idToken: orNull(text),
      accessTokenExpiresAt: orNull(instant),
      refreshTokenExpiresAt: orNull(instant),
      scope: orNull(text),
      password: orNull(text),
      ...times,
    },
    indexes: { account_userId_idx: ['userId'] },
  },
  /** Proofs that are under way, and trusted devices, until they expire. */
  verification: {
    columns: {
      id: ownKey,
      identifier: text,
      value: text,
      expiresAt: instant,
      ...times,
    },
    indexes: { verification_identifier_idx: ['identifier'] },
  },
  twoFactor: {
    columns: {
      id: ownKey,
      /** Encrypted, as are the backup codes, a JSON array. */
      secret: text,
      backupCodes: text,
      userId: ofUser,
      verified: orNull(boolean),
      failedVerificationCount: orNull(integer),
      lockedUntil: orNull(instant),
    },
    indexes: { twoFactor_secret_idx: ['secret'], twoFactor_userId_idx: ['userId'] },
  },
  passkey: {
    columns: {
      id: ownKey,
      name: orNull(text),
      /** In base64. */
      publicKey: text,
      userId: ofUser,
      credentialID: text,
      counter: integer,
      deviceType: text,
      backedUp: boolean,
      /** Separated by commas. */
      transports: orNull(text),
      createdAt: orNull(instant),
      aaguid: orNull(text),
    },
    indexes: { passkey_userId_idx: ['userId'], passkey_credentialID_idx: ['credentialID'] },
  },
} satisfies Record<string, Table>;

/** Screens that belong to a team, and who is at them. */
const deviceTables = {
  paired_devices: {
    columns: {
      team_id: id(),
      id: id(),
      kind: id<DeviceKind>(),
      name: text,
      area: orNull(text),
      role: id<DeviceRole>(),
      secret_hash: id(),
      created_by: id(),
      created_at: bigint,
      last_seen_at: orNull(bigint),
    },
    key: ['team_id', 'id'],
    unique: { paired_devices_secret: ['secret_hash'] },
  },
  /** Codes that devices show, until they expire. With a team, the code was approved; `device_id` is null if it was refused. */
  device_pairings: {
    columns: {
      device_hash: id(),
      user_code: id(),
      kind: id<DeviceKind>(),
      browser: text,
      place: text,
      started_at: bigint,
      expires_at: bigint,
      team_id: orNull(id()),
      device_id: orNull(id()),
    },
    key: ['device_hash'],
    unique: { device_pairings_code: ['user_code'] },
  },
  /** By which people are known on a kiosk, by their person of the crew. */
  pins: {
    columns: {
      team_id: id(),
      person_id: id(),
      hash: text,
      role: id<DeviceRole>(),
      /** Another one each time that a manager sets it. */
      stamp: id(),
      set_at: bigint,
    },
    key: ['team_id', 'person_id'],
  },
  pin_tries: {
    columns: {
      team_id: id(),
      device_id: id(),
      person_id: id(),
      in_row: integer,
      tried_at: bigint,
      day_start: bigint,
      in_day: integer,
    },
    key: ['team_id', 'device_id', 'person_id'],
  },
} satisfies Record<string, Table>;

/** The tables of both databases. Whoever changes one adds a step to `migrate.ts` that changes it where it is already. */
const tables = {
  meta: { columns: { key: text, value: text }, key: ['key'] },
  documents: {
    columns: {
      team_id: id(),
      id: id(),
      kind: id<DocumentKind>(),
      version: integer,
      name: orNull(id()),
      area: orNull(id()),
      date: orNull(id()),
      /** The last version whose change is in a pack; 0 if none is. */
      packed: orZero(integer),
    },
    key: ['team_id', 'id'],
    indexes: { documents_listed: ['team_id', 'kind', 'date'] },
    isInKeyOrder: true,
    filledTo: 70,
  },
  /** A table of their own, so that a commit that writes no body doesn't touch the pages of bodies. */
  snapshots: {
    columns: { team_id: id(), document_id: id(), version: integer, body: text },
    key: ['team_id', 'document_id'],
    filledTo: 50,
    isOfDocument: true,
  },
  /** With a rowid: changes of many documents in one commit are appended and share pages. */
  changes: {
    columns: {
      team_id: id(),
      document_id: id(),
      version: integer,
      id: id(),
      author: orNull(id()),
      at: bigint,
      /** JSON. */
      change: text,
      /** JSON of a `ChangeRecord`. */
      record: orNull(text),
    },
    key: ['team_id', 'document_id', 'version'],
    unique: { changes_once: ['team_id', 'document_id', 'id'] },
    indexes: { changes_of_team: ['team_id', 'at', 'document_id', 'version'] },
    isOfDocument: true,
  },
  history_starts: {
    columns: { team_id: id(), document_id: id(), version: integer, body: text },
    key: ['team_id', 'document_id'],
    isOfDocument: true,
  },
  packs: {
    columns: {
      team_id: id(),
      document_id: id(),
      from_version: integer,
      to_version: integer,
      first_at: bigint,
      last_at: bigint,
      others_from: orNull(bigint),
      breaks_from: orNull(bigint),
      ids: bytes,
      contents: bytes,
    },
    key: ['team_id', 'document_id', 'from_version'],
    indexes: {
      // With all columns of a pack but its contents, which searches by time then don't touch.
      packs_of_team: [
        ...['team_id', 'last_at', 'document_id', 'from_version', 'to_version'],
        ...['first_at', 'others_from', 'breaks_from'],
      ],
    },
    isOfDocument: true,
  },
  members: {
    columns: { team_id: id(), user_id: id(), role: id<Role>(), joined_at: bigint },
    key: ['team_id', 'user_id'],
    indexes: { members_of_user: ['user_id'] },
    isInKeyOrder: true,
  },
  invitations: {
    columns: {
      team_id: id(),
      token_hash: id(),
      role: id<Role>(),
      created_by: id(),
      expires_at: bigint,
      // Always there.
      id: orNull(id()) as Column<string>,
      once: orZero(integer),
      created_at: orZero(bigint),
    },
    key: ['team_id', 'token_hash'],
    isInKeyOrder: true,
  },
  access_tokens: {
    columns: {
      secret_hash: id(),
      id: id(),
      user_id: id(),
      name: text,
      scope: id<TokenScope>(),
      team_id: orNull(id()),
      created_at: bigint,
      last_used_at: orNull(bigint),
      expires_at: bigint,
    },
    key: ['secret_hash'],
    indexes: { access_tokens_of_user: ['user_id', 'created_at'] },
    isInKeyOrder: true,
  },
  /** Whose a revoked token was, until it would have expired. */
  revoked_tokens: {
    columns: { secret_hash: text, user_id: text, name: text, expires_at: bigint },
    key: ['secret_hash'],
    indexes: { revoked_tokens_user: ['user_id'] },
  },
  logos: { columns: { team_id: id(), id: id(), type: text, bytes }, key: ['team_id', 'id'] },
  schedule_connections: {
    columns: {
      team_id: id(),
      provider: id(),
      settings: text,
      sealed: text,
      terms: text,
      roles: orNull(text),
      read_at: orNull(bigint),
      problem: orNull(text),
      claimed_until: orNull(bigint),
      failures: orZero(integer),
    },
    key: ['team_id', 'provider'],
  },
  schedule_readings: {
    columns: { team_id: id(), provider: id(), date: id(), read_at: bigint, reading: text },
    key: ['team_id', 'provider', 'date'],
  },
  /** The number of the person's last sign-out everywhere; numbers only grow. */
  sign_outs: {
    columns: { user_id: id(), number: integer },
    key: ['user_id'],
    unique: { sign_outs_number_key: ['number'] },
  },
  sign_in_attempts: { columns: { key: id(), failures: integer, at: bigint }, key: ['key'] },
  /** Codes of authenticator apps that were used while they count, as hashes. */
  used_codes: { columns: { key: text, at: bigint }, key: ['key'] },
  /** A link without a user creates an account from the data in `registration`. */
  email_links: {
    columns: {
      token_hash: id(),
      user_id: orNull(id()),
      email: text,
      registration: orNull(text),
      expires_at: bigint,
    },
    key: ['token_hash'],
    indexes: { email_links_of_user: ['user_id'] },
  },
  /** Ids of deleted accounts, so that joining a team at the same moment has no effect. */
  departed: { columns: { user_id: id() }, key: ['user_id'] },
  security_log: {
    columns: {
      id: id(),
      at: bigint,
      type: id<SecurityEventType>(),
      user_id: orNull(id()),
      by_user: orNull(id()),
      team_id: orNull(id()),
      device: text,
      place: text,
      details: text,
      /** The person or team and the kind of event, which together have a limit. */
      bucket: id(),
    },
    key: ['id'],
    indexes: {
      security_log_user_id: ['user_id', 'id'],
      security_log_team_id: ['team_id', 'id'],
      security_log_bucket: ['bucket', 'id'],
    },
  },
  second_factor_teams: { columns: { team_id: id() }, key: ['team_id'] },
  /** The browsers that are told of breaks, and which breaks they have been told of. */
  push_subscriptions: {
    columns: {
      team_id: id(),
      device: id(),
      user_id: id(),
      session_id: id(),
      about: id<'mine' | 'all'>(),
      target: text,
      created_at: bigint,
    },
    key: ['team_id', 'device'],
    indexes: { push_subscriptions_device: ['device'], push_subscriptions_user: ['user_id'] },
  },
  push_notices: {
    columns: { team_id: id(), id: id(), at: bigint },
    key: ['team_id', 'id'],
    indexes: { push_notices_at: ['at'] },
  },
  /** Changes of teams that have not reached all layouts and templates: JSON of a `Reach`. */
  reaches: { columns: { team_id: id(), body: text }, key: ['team_id'] },
  ...deviceTables,
  ...accountTables,
} satisfies Record<string, Table>;

type RowOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Type> ? Type : never;
};

/** The tables as Kysely types. */
export type Tables = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]['columns']> };

/** Names of accounts need it: their letters, and `user`. */
export const quoted = (name: string): string => (/[A-Z]|^user$/.test(name) ? `"${name}"` : name);
export const quotedList = (names: readonly string[]): string => names.map(quoted).join(', ');

export const typesOf = (engine: Engine): Readonly<Record<ColumnType, string>> => ({
  ...{ text: 'text', integer: 'integer', bigint: 'bigint' },
  ...(engine === 'postgres'
    ? { id: 'text collate "C"', bytes: 'bytea', boolean: 'boolean', instant: 'timestamptz' }
    : { id: 'text', bytes: 'blob', boolean: 'integer', instant: 'date' }),
});

/** What creates a table, with its indexes. */
function creationOf(name: string, table: Table, engine: Engine): readonly string[] {
  const isPostgres = engine === 'postgres';
  const { columns, key = [], unique = {}, indexes = {}, isInKeyOrder, filledTo, isOfDocument } = table;
  const types = typesOf(engine);
  const lines = Object.entries(columns).map(([column, { type, isNullable, default: value, also = '' }]) => {
    if (key.length === 1 && key[0] === column) return `${column} ${types[type]} primary key`;
    const preset = value === undefined ? '' : ` default ${value}`;
    return `${quoted(column)} ${types[type]}${isNullable ? '' : ' not null'}${preset} ${also}`;
  });
  if (key.length > 1) lines.push(`constraint ${name}_key primary key (${key})`);
  for (const [constraint, of] of Object.entries(unique))
    lines.push(`constraint ${constraint} unique (${of})`);
  if (isOfDocument && !isPostgres)
    lines.push(
      `constraint ${name}_document foreign key (team_id, document_id) references documents (team_id, id)`,
    );
  const suffix = isPostgres ? filledTo && `with (fillfactor = ${filledTo})` : isInKeyOrder && 'without rowid';
  return [
    `create table ${quoted(name)} (${lines.join(', ')}) ${suffix || ''}`,
    ...Object.entries(indexes).map(
      ([index, of]) => `create index ${quoted(index)} on ${quoted(name)} (${quotedList(of)})`,
    ),
  ];
}

const creationsOf = (some: Readonly<Record<string, Table>>, engine: Engine): readonly string[] =>
  Object.entries(some)
    .filter(([name]) => name !== 'meta')
    .flatMap(([name, table]) => creationOf(name, table, engine));

export const createAccountTables = (engine: Engine): readonly string[] => creationsOf(accountTables, engine);

export const createDeviceTables = (engine: Engine): readonly string[] => creationsOf(deviceTables, engine);

export const createTables = (engine: Engine): readonly string[] => [
  ...creationsOf(tables, engine),
  'create unique index invitations_of_token on invitations (token_hash)',
  // They are compressed already.
  ...(engine === 'postgres'
    ? ['alter table packs alter column ids set storage external, alter column contents set storage external']
    : []),
];

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** The columns of the primary key. */
  readonly key: readonly string[];
}

/** In an order in which they can be filled: each after those that it refers to. */
export const movedTables: readonly MovedTable[] = Object.entries<Table>(tables).map(([name, table]) => {
  const columns = Object.entries(table.columns);
  const own = columns.filter(([, { also }]) => also === 'primary key').map(([column]) => column);
  return { name, columns: columns.map(([name, { type }]) => ({ name, type })), key: table.key ?? own };
});

export const columnsOf = ({ columns }: MovedTable): string => quotedList(columns.map(({ name }) => name));
