import { type Change, kindCreated, stampChange } from '../../../domain/change/change.ts';
import { isSame } from '../../../domain/change/same.ts';
import { DayRecords } from '../../../domain/history/day-records.ts';
import type { StoredChange } from '../../../server/database/document-store.ts';
import type { MadeChange } from '../record.ts';
import type { Simulation } from '../simulation.ts';

/** Every change happened once, as it was made and by its author, or its author was told that it was refused. */
export function checkChanges({ record, store, documents }: Simulation): readonly string[] {
  const found: string[] = [];
  const happened = new Map<string, StoredChange>();
  for (const document of documents.keys()) {
    for (const { stored } of store.history.of(document)) {
      if (happened.has(stored.id)) found.push(`${stored.id} happened twice`);
      happened.set(stored.id, stored);
      if (stored.by !== null && !record.made.has(stored.id)) found.push(`${stored.id} was made by nobody`);
    }
  }
  for (const made of record.made.values()) {
    const stored = happened.get(made.id);
    if (stored) found.push(...checkStored(made, stored));
    else if (!mayBeMissing(made)) found.push(`${made.id} was made and has disappeared`);
  }
  for (const [id, { document, version, restores }] of record.accepted) {
    if (record.wasRolledBack(document, version, restores)) continue;
    if (happened.get(id)?.version !== version) {
      found.push(`${id} was accepted as version ${version}, and is not there`);
    }
  }
  return found;

  function mayBeMissing(made: MadeChange): boolean {
    if (made.mayBeLost || record.wasLostByRestore(made.id)) return true;
    return record.isSettledRefusal(made.id) && record.wasTold(made);
  }

  function checkStored({ id, user, change, document }: MadeChange, stored: StoredChange): readonly string[] {
    if (stored.by !== user) return [`${id} is signed by ${stored.by}, not ${user}`];
    const stamp = { now: stored.at, by: user };
    if (
      kindCreated(change) !== null ||
      isSame(withoutPeople(stored.change), withoutPeople(stampChange(change, stamp)))
    )
      return [];
    // A break that comes back has the times of the history.
    const earlier = store.history.of(document).slice(0, stored.version - 1);
    const checked = new DayRecords(earlier.map((each) => each.stored.change)).check(change, stamp);
    const isCorrected =
      checked.ok && isSame(withoutPeople(stored.change), withoutPeople(stampChange(checked.value, stamp)));
    return isCorrected ? [] : [`${id} was altered`];
  }
}

/** The server says who works shifts that come in. */
const withoutPeople = (change: Change): unknown =>
  JSON.parse(JSON.stringify(change), (key, value) => (key === 'person' ? undefined : value));
