export interface WriterSettings {
  readonly file: string;
  readonly pragmas: string;
  /** Statements that the thread prepares once; each run binds its own values. */
  readonly sql: Readonly<
    Record<'insertDocument' | 'updateDocument' | 'updateVersion' | 'insertChange' | 'writeSnapshot', string>
  > & { readonly deleteTeam: readonly string[] };
}

type Text = string | null;
/** One transaction, as rows ready to bind. */
export interface WriteRequest {
  readonly documents: [
    team: string,
    id: string,
    kind: string,
    from: number,
    version: number,
    /** Name, area and date; null if they are unchanged. */
    columns: [Text, Text, Text] | null,
  ][];
  readonly changes: [
    team: string,
    document: string,
    version: number,
    id: string,
    author: Text,
    at: number,
    change: string,
  ][];
  readonly snapshots: [team: string, document: string, version: number, body: string][];
  /** The team to delete. */
  readonly deletes: string | null;
}

export type WriteResult =
  | { readonly problem: null }
  | { readonly problem: 'conflict' | 'duplicate' | 'failed'; readonly message: string };

/**
 * The thread that commits: most of a commit is waiting for the disk, and here it delays nobody. It is started from
 * the text of this function, without types, so it can't use anything from outside. (A file would have its types
 * stripped at runtime, which takes 14 MB more for the thread's lifetime.)
 */
export function runWriter(): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { file, pragmas, sql } = workerData as WriterSettings;
  const database = new DatabaseSync(file);
  database.exec(pragmas);
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');
  const insertDocument = database.prepare(sql.insertDocument);
  const updateDocument = database.prepare(sql.updateDocument);
  const updateVersion = database.prepare(sql.updateVersion);
  const insertChange = database.prepare(sql.insertChange);
  const writeSnapshot = database.prepare(sql.writeSnapshot);

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

  function execute({ documents, changes, snapshots, deletes }: WriteRequest): WriteResult {
    begin.run();
    for (const document of documents) {
      if (writeDocument(document)) continue;
      const [team, id, , from] = document;
      rollback.run();
      return { problem: 'conflict', message: `${team}/${id} is not at version ${from}` };
    }
    for (const change of changes) insertChange.run(...change);
    for (const [team, document, version, body] of snapshots) writeSnapshot.run(version, body, team, document);
    if (deletes !== null) for (const statement of sql.deleteTeam) database.prepare(statement).run(deletes);
    commit.run();
    return { problem: null };
  }

  parentPort?.on('message', (request: WriteRequest | 'close') => {
    if (request === 'close') {
      database.close();
      parentPort?.close();
      return;
    }
    let answer: WriteResult;
    try {
      answer = execute(request);
    } catch (error) {
      if (database.isTransaction) rollback.run();
      answer = { problem: isDuplicate(error) ? 'duplicate' : 'failed', message: String(error) };
    }
    parentPort?.postMessage(answer);
  });
}
