import { expect, test } from 'vitest';
import type { ChangeRecord } from '../../domain/history/history.ts';
import { createTeam, rename } from '../../test/stores/team-fixture.ts';
import type { DocumentCommit, HistoryRange } from './document-store.ts';
import type { Store } from './store.ts';

const end = { at: 9e15, document: '', version: 0 };
const record = (did: string): ChangeRecord => ({ did, topics: ['team'], device: 'Chrome on Android' });

const at = (time: number, commit: DocumentCommit, did?: string): DocumentCommit => ({
  ...commit,
  changes: commit.changes.map((change) => ({
    ...change,
    at: time,
    ...(did !== undefined && { record: record(did) }),
  })),
});

export function historyContract({
  store,
  reopen,
}: {
  store: () => Store;
  reopen: () => Promise<void>;
}): void {
  const rows = async (range: Partial<HistoryRange>, limit = 99) =>
    (await store().documents.history({ team: 'harbor', before: end, from: 0, ...range }, limit)).map(
      ({ document, version, at: time, record: told }) => [document, version, time, told?.did ?? null],
    );

  test('[HI1] the history of a team is in order of time, and that of a document in order of its versions', async () => {
    const other = { team: 'harbor', document: 'other' };
    const { documents } = store();
    await documents.commit([at(10, createTeam, 'one')]);
    await documents.commit([{ ...at(20, createTeam, 'two'), ...other }]);
    await documents.commit([at(20, rename(1), 'three'), { ...at(20, rename(1), 'four'), ...other }]);
    await documents.commit([at(5, rename(2))]);
    await documents.commit([
      { ...at(15, createTeam, 'elsewhere'), team: 'elsewhere', document: 'elsewhere' },
    ]);
    await reopen();
    const all = [
      ['other', 2, 20, 'four'],
      ['other', 1, 20, 'two'],
      ['harbor', 2, 20, 'three'],
      ['harbor', 1, 10, 'one'],
      ['harbor', 3, 5, null],
    ];
    expect(await rows({})).toEqual(all);
    expect(await rows({}, 2)).toEqual(all.slice(0, 2));
    expect(await rows({ before: { at: 20, document: 'other', version: 1 } })).toEqual(all.slice(2));
    expect(await rows({ before: { at: 20, document: '', version: 0 }, from: 10 })).toEqual([all[3]]);
    expect(await rows({ document: 'harbor', before: { ...end, version: 9 } })).toEqual([
      all[4],
      all[2],
      all[3],
    ]);
    expect(await rows({ document: 'harbor', before: { ...end, version: 3 }, from: 6 }, 1)).toEqual([all[2]]);
  });
}
