import { apply } from '../../domain/change/apply.ts';
import { type DocumentBody, kindCreated, stampChange } from '../../domain/change/change.ts';
import { isSame } from '../../domain/change/same.ts';
import { isDeleted } from '../../domain/layout/deletion.ts';
import type { StoredChange } from '../../server/store/document-store.ts';
import type { Simulation } from './simulation.ts';

/** The invariants that a finished simulation violates; empty when there are none. */
export async function findViolations(world: Simulation): Promise<readonly string[]> {
  const faults: string[] = [];
  if (world.stepsBack > 0) faults.push(`a page showed an older version ${world.stepsBack} times`);
  const inHistory = new Map<string, StoredChange>();
  for (const document of world.documents.keys()) {
    faults.push(...(await judgeDocument(world, document, inHistory)));
  }
  for (const page of world.pages) {
    const left = await page.storage.waiting(page.user.id);
    if (left.length > 0) faults.push(`page ${page.index} still has ${left.length} changes in its outbox`);
  }
  return [...faults, ...judgeChanges(world, inHistory)];
}

async function judgeDocument(
  { store, team, documents, pages }: Simulation,
  document: string,
  inHistory: Map<string, StoredChange>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const history = await store.documents.changesAfter({ team, document }, 0, 100_000);
  let body: DocumentBody | null = null;
  for (const [index, stored] of history.entries()) {
    if (stored.version !== index + 1) faults.push(`${document}: version ${index + 1} is ${stored.version}`);
    if (inHistory.has(stored.id)) faults.push(`${document}: ${stored.id} is in the history twice`);
    inHistory.set(stored.id, stored);
    const outcome = apply(body, stored.change);
    if (outcome.ok) body = outcome.value;
    else faults.push(`${document}: version ${stored.version} is refused: ${outcome.problem.code}`);
  }
  const fresh = await store.documents.load({ team, document });
  if (!fresh) return [...faults, `${document} is not in the store`];
  if (!isSame(body, fresh.body)) faults.push(`${document}: the stored body is not the fold of its changes`);
  if (fresh.version !== history.length)
    faults.push(`${document}: version ${fresh.version} of ${history.length}`);
  for (const page of pages) {
    const view = page.lastViews.get(document);
    const where = `${document} on page ${page.index}`;
    if (isDeleted(fresh.body)) {
      const isGone = view?.state === 'gone' && view.why === 'deleted';
      if (!isGone) faults.push(`${where} is ${view?.state ?? 'not there'}, not deleted`);
      continue;
    }
    if (view?.state !== 'ready') {
      faults.push(`${where} is ${view?.state ?? 'not there'}`);
      continue;
    }
    if (view.pending > 0) faults.push(`${where} has ${view.pending} changes pending`);
    if (view.version !== fresh.version) faults.push(`${where} is at ${view.version}, not ${fresh.version}`);
    if (!isSame(view.body, fresh.body)) faults.push(`${where} differs from the server's`);
  }
  if (documents.get(document) !== fresh.body.kind) faults.push(`${document} is a ${fresh.body.kind}`);
  return faults;
}

/**
 * Each change has happened once, as it was made, or was refused. (One may be both: a refused change is judged again when
 * another copy of it comes late, over what has happened since.)
 */
function judgeChanges(
  { made, accepted, refused }: Simulation,
  inHistory: ReadonlyMap<string, StoredChange>,
): readonly string[] {
  const faults: string[] = [];
  for (const [id, { user, change }] of made) {
    const stored = inHistory.get(id);
    if (!stored) {
      if (!refused.has(id)) faults.push(`${id} was made, and is neither in the history nor refused`);
      continue;
    }
    if (stored.by !== user) faults.push(`${id} is signed by ${stored.by}, not ${user}`);
    const expected = stampChange(change, { now: stored.at, by: user });
    if (kindCreated(change) === null && !isSame(stored.change, expected)) faults.push(`${id} was altered`);
  }
  for (const [id, version] of accepted) {
    if (inHistory.get(id)?.version !== version)
      faults.push(`${id} was accepted as ${version}, and is not there`);
  }
  for (const [id, { by }] of inHistory) {
    if (by !== null && !made.has(id)) faults.push(`${id} is in the history, and nobody made it`);
  }
  return faults;
}
