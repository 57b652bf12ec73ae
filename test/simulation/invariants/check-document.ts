import { apply, type DocumentBody } from '../../../domain/change/change.ts';
import { isDeleted } from '../../../domain/change/deletion.ts';
import { isSame } from '../../../domain/change/same.ts';
import type { StoredChange, StoredDocument } from '../../../server/database/document-store.ts';
import type { Tab } from '../device.ts';
import type { Simulation } from '../simulation.ts';

/** The history has no gaps, replaying it gives the stored body, and every tab of a member shows just that. */
export function checkDocument(
  world: Simulation,
  document: string,
  stored: StoredDocument | null,
  history: readonly StoredChange[],
): readonly string[] {
  const found: string[] = [];
  const ids = new Set<string>();
  let body: DocumentBody | null = null;
  for (const [index, { version, id, by, change }] of history.entries()) {
    if (version !== index + 1) found.push(`${document}: version ${index + 1} is ${version}`);
    if (ids.has(id)) found.push(`${document}: ${id} is in the history twice`);
    ids.add(id);
    const committed = world.store.history.of(document)[index]?.stored;
    if (committed?.id !== id || committed.by !== by || !isSame(committed.change, change)) {
      found.push(`${document}: version ${version} is not what was committed`);
    }
    const outcome = apply(body, change);
    if (outcome.ok) body = outcome.value;
    else found.push(`${document}: version ${version} is refused: ${outcome.problem.code}`);
  }
  const committed = world.store.history.of(document);
  if (committed.length !== history.length) {
    found.push(`${document}: ${history.length} changes are stored of ${committed.length} committed`);
  }
  if (!isSame(body, stored?.body ?? null))
    found.push(`${document}: the stored body is not what its changes make`);
  if ((stored?.version ?? 0) !== history.length) {
    found.push(`${document}: version ${stored?.version} of ${history.length}`);
  }
  if (stored && world.documents.get(document) !== stored.body.kind) {
    found.push(`${document} is a ${stored.body.kind}`);
  }
  for (const tab of world.lastTabs) {
    for (const problem of checkView(world, tab, document, stored)) {
      found.push(`${document} in ${tab.name} ${problem}`);
    }
  }
  return found;
}

function checkView(
  { people, record, now }: Simulation,
  tab: Tab,
  document: string,
  stored: StoredDocument | null,
): readonly string[] {
  const view = tab.lastViews.get(document);
  const user = people.find(({ id }) => id === tab.user);
  if (!user || !view) return ['is not shown to anyone'];
  const isMember = record.rolesWithin(user.id, now, now).at(-1) !== null;
  const gone = !isMember ? 'not-a-member' : !stored ? 'missing' : isDeleted(stored.body) ? 'deleted' : null;
  if (gone) {
    const isGone = view.state === 'gone' && view.why === gone;
    return isGone ? [] : [`is ${view.state === 'gone' ? view.why : view.state}, not ${gone}`];
  }
  if (view.state !== 'ready') return [`is ${view.state === 'gone' ? view.why : view.state}`];
  const found: string[] = [];
  if (view.pending > 0) found.push(`has ${view.pending} changes pending`);
  if (view.version !== stored?.version) found.push(`is at version ${view.version}, not ${stored?.version}`);
  if (!isSame(view.body, stored?.body)) found.push("differs from the server's");
  return found;
}
