import { nameOf } from '../../../client/document/open-documents.ts';
import type { Device } from '../device.ts';
import { sessionUser } from '../sign-ins.ts';
import type { Simulation } from '../simulation.ts';

/**
 * What a page would show that opened now without the server: each change of the device's person once, and none of those
 * missing that were answered.
 */
export function checkStorage(
  { record, server, team }: Simulation,
  { index, session, storage }: Device,
): void {
  // Versions of an older copy of the store say nothing about what was lost with it.
  if (record.restores.length > 0) return;
  const person = sessionUser(server, session)?.id;
  for (const made of record.made.values()) {
    if (made.device !== index || made.disk !== 'kept') continue;
    // Of who signed out, everything is being deleted.
    if (made.user !== person || made.wasSealed) continue;
    const copy = storage.copyOf(made.user, nameOf(team, made.document))?.version;
    const version = record.committed.get(made.id)?.version;
    if (!copy || version === undefined || record.isRefused(made.id)) continue;
    const kept = storage.kept.get(made.id);
    if (!kept && version > copy.version && !record.wasRemoved(made.user)) {
      record.violate(
        `device ${index} forgot ${made.id}, version ${version}, and its copy is version ${copy.version}`,
      );
    }
    if (kept && !('taken' in kept) && version <= copy.version && !made.wasUnreadable)
      record.violate(`device ${index} would show ${made.id} twice: its copy has version ${version}`);
  }
}
