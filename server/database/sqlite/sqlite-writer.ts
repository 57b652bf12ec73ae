import type {
  QueryResult,
  WriteAnswer,
  WriteRequest,
  WriterQuery,
  WriterRequest,
  WriterSettings,
} from './sqlite-writer-messages.ts';

/**
 * The thread that writes: most of a commit is waiting for the disk, and here it delays nobody. It is started from
 * the text of this function, without types, so it can't use anything from outside. (A file would have its types
 * stripped at runtime, which takes 14 MB more for the thread's lifetime.)
 */
export function runWriter(): void {
  const { statSync } = process.getBuiltinModule('node:fs');
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const { pathToFileURL } = process.getBuiltinModule('node:url');
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { file, opened, moved, pragmas, sql } = workerData as WriterSettings;
  // SQLite by itself would create an empty database in place of a missing one.
  const database = new DatabaseSync(new URL('?mode=rw', pathToFileURL(file)));
  for (const [name, value] of Object.entries(pragmas)) database.exec(`pragma ${name} = ${value}`);
  database.prepare('select * from meta').all();
  /** SQLite deletes both only when the last connection closes. */
  const [wal, index] = [`${file}-wal`, `${file}-shm`];
  const [openedWal, openedIndex] = [statSync(wal), statSync(index)];
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');
  const insertDocument = database.prepare(sql.insertDocument);
  const updateDocument = database.prepare(sql.updateDocument);
  const updateVersion = database.prepare(sql.updateVersion);
  const insertChange = database.prepare(sql.insertChange);
  const writeSnapshot = database.prepare(sql.writeSnapshot);
  const setMeta = database.prepare(sql.setMeta);

  /** Throws when a path leads to another file, or to none: what is written to an open file without a name is lost. */
  function checkInPlace(path = file, { dev, ino } = opened): void {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.ino !== ino || found.dev !== dev)
      throw Object.assign(new Error(moved), { code: 'ERR_SQLITE_MOVED' });
  }

  function checkAllInPlace(): void {
    checkInPlace();
    checkInPlace(wal, openedWal);
    checkInPlace(index, openedIndex);
  }

  /** False if the document is at another version. */
  function writeDocument([
    team,
    id,
    kind,
    from,
    version,
    columns,
  ]: WriteRequest['documents'][number]): boolean {
    const listed = columns ?? [null, null, null];
    if (from === 0) return insertDocument.run(team, id, kind, version, ...listed).changes === 1;
    if (columns) return updateDocument.run(version, ...listed, team, id, from).changes === 1;
    return updateVersion.run(version, team, id, from).changes === 1;
  }

  /** SQLite's code for a duplicate in a unique column: here the id of a change. */
  const isDuplicate = (error: unknown): boolean =>
    error instanceof Error && 'errcode' in error && error.errcode === 2067;

  function execute(request: WriteRequest): WriteAnswer {
    const { documents, changes, snapshots } = request;
    checkAllInPlace();
    begin.run();
    for (const document of documents) {
      if (writeDocument(document)) continue;
      const [team, id, , from] = document;
      rollback.run();
      return { problem: 'conflict', message: `${team}/${id} is not at version ${from}` };
    }
    for (const [team, document, version, id, author, at, change, record, key] of changes) {
      const bytes = Buffer.from(key, 'base64url');
      const inserted = insertChange.run(team, document, version, id, author, at, change, record, bytes);
      if (inserted.changes === 1) continue;
      rollback.run();
      return { problem: 'duplicate', message: `${team}/${document} has packed ${id}` };
    }
    for (const [team, document, version, body] of snapshots) writeSnapshot.run(version, body, team, document);
    commit.run();
    checkAllInPlace();
    return { problem: null };
  }

  /** Commits a row without meaning, as the only way to learn whether changes could be committed. */
  function executeProbe(): WriteAnswer {
    checkAllInPlace();
    begin.run();
    // SQLite writes nothing when a row stays as it was.
    const value = String(Date.now());
    setMeta.run('probe', value, value);
    commit.run();
    checkAllInPlace();
    return { problem: null };
  }

  const executePragmas = (): WriteAnswer => ({
    problem: null,
    pragmas: Object.fromEntries(
      Object.keys(pragmas).map((name) => [
        name,
        Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0],
      ]),
    ),
  });

  let timeout = Number(pragmas.busy_timeout);

  /** A write that waited for others has less time left to wait for a lock. */
  function setTimeLeft(waited: number): void {
    const left = Math.max(100, Number(pragmas.busy_timeout) - Math.floor(waited / 100) * 100);
    if (left === timeout) return;
    database.exec(`pragma busy_timeout = ${left}`);
    timeout = left;
  }

  function executeQuery({ query, parameters, inTransaction }: WriterQuery): WriteAnswer {
    if (inTransaction && !database.isTransaction) {
      // SQLite rolls back by itself when the disk is full, and the error for that is what matters.
      if (query === rollback.sourceSQL) return { problem: null };
      throw new Error('The transaction was lost.');
    }
    const statement = database.prepare(query);
    if (!database.isTransaction) checkAllInPlace();
    const values = parameters as Parameters<typeof statement.run>;
    const result: QueryResult =
      statement.columns().length > 0
        ? { rows: statement.all(...values) }
        : { rows: [], ...statement.run(...values) };
    if (!database.isTransaction) checkAllInPlace();
    return { problem: null, result };
  }

  /** Copies the log into the file and empties it, if that is possible without waiting. */
  function executeClearLog(): WriteAnswer {
    checkAllInPlace();
    timeout = 0;
    database.exec(`pragma busy_timeout = ${timeout}; pragma wal_checkpoint(truncate)`);
    return { problem: null };
  }

  function answer(request: WriterRequest): WriteAnswer {
    if (request === 'clear-log') return executeClearLog();
    if (request === 'pragmas') return executePragmas();
    if (request === 'probe') return executeProbe();
    return 'query' in request ? executeQuery(request) : execute(request);
  }

  function problemOf(error: unknown): WriteAnswer {
    const { code, errcode, errstr } = error as NonNullable<
      Extract<WriteAnswer, { message: string }>['details']
    >;
    const message = error instanceof Error ? error.message : String(error);
    return { problem: 'failed', message, details: { code, errcode, errstr } };
  }

  parentPort?.on('message', (message: { request: WriterRequest; waited: number } | 'close') => {
    if (message === 'close') {
      database.close();
      parentPort?.close();
      return;
    }
    const { request, waited } = message;
    try {
      setTimeLeft(request === 'pragmas' ? 0 : waited);
      parentPort?.postMessage(answer(request));
    } catch (error) {
      if (typeof request === 'object' && 'query' in request) {
        parentPort?.postMessage(problemOf(error));
        return;
      }
      if (database.isTransaction) rollback.run();
      parentPort?.postMessage(
        isDuplicate(error) ? { problem: 'duplicate', message: String(error) } : problemOf(error),
      );
    }
  });
}
