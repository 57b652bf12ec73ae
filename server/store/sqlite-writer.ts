export interface WriterSettings {
  readonly file: string;
  readonly pragmas: string;
  /** What the thread prepares once; each run binds its own values. */
  readonly sql: Readonly<
    Record<'insertDocument' | 'updateDocument' | 'insertChange' | 'writeSnapshot', string>
  >;
}

type Text = string | null;
/** One transaction, as rows ready to bind. */
export interface Order {
  readonly documents: [
    team: string,
    id: string,
    kind: string,
    from: number,
    version: number,
    name: Text,
    area: Text,
    date: Text,
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
}

export type Answer =
  | { readonly problem: null }
  | { readonly problem: 'conflict' | 'failed'; readonly message: string };

/**
 * The thread that commits: waiting for the disk is most of a commit, and there it holds nobody up. It is started from
 * the text of this function, without its types, so it may use nothing from outside. (From a file it would strip the
 * types itself, and take 14 MB more for as long as it lives.)
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
  const insertChange = database.prepare(sql.insertChange);
  const writeSnapshot = database.prepare(sql.writeSnapshot);

  function carryOut({ documents, changes, snapshots }: Order): Answer {
    begin.run();
    for (const [team, id, kind, from, version, name, area, date] of documents) {
      const { changes: rows } =
        from === 0
          ? insertDocument.run(team, id, kind, version, name, area, date)
          : updateDocument.run(version, name, area, date, team, id, from);
      if (rows === 1) continue;
      rollback.run();
      return { problem: 'conflict', message: `${team}/${id} is not at version ${from}` };
    }
    for (const change of changes) insertChange.run(...change);
    for (const snapshot of snapshots) writeSnapshot.run(...snapshot);
    commit.run();
    return { problem: null };
  }

  parentPort?.on('message', (order: Order | 'close') => {
    if (order === 'close') {
      database.close();
      parentPort?.close();
      return;
    }
    let answer: Answer;
    try {
      answer = carryOut(order);
    } catch (error) {
      if (database.isTransaction) rollback.run();
      answer = { problem: 'failed', message: String(error) };
    }
    parentPort?.postMessage(answer);
  });
}
