import type { Simulation } from '../simulation.ts';
import { checkChanges } from './check-changes.ts';
import { checkDocument } from './check-document.ts';
import { checkNotes } from './check-notes.ts';
import { checkOrder } from './check-order.ts';

/** The invariants that a finished simulation violated; empty when there are none. */
export async function findViolations(world: Simulation): Promise<readonly string[]> {
  const { team, store, record } = world;
  const found = [...record.violations];
  for (const document of world.documents.keys()) {
    const name = { team, document };
    const stored = await store.contents.documents.load(name);
    const history = await store.contents.documents.changesAfter(name, 0, 100_000);
    found.push(
      ...checkDocument(world, document, stored, history),
      ...checkOrder(world, document, history),
      ...checkNotes(world, document, stored),
    );
  }
  for (const { index, storage } of world.devices) {
    const left = storage.kept.size;
    if (left > 0) found.push(`device ${index} still has ${left} changes in its outbox`);
  }
  return [...found, ...checkChanges(world)];
}
