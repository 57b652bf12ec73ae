import type { Change } from '../../domain/change/change.ts';
import { stepsOf } from '../../domain/change/define-change.ts';
import type { DeviceStore } from '../database/store.ts';
import type { Documents } from '../live/documents.ts';

interface Dependencies {
  readonly store: Pick<DeviceStore, 'renameArea'>;
  readonly changed: (device: string) => void;
  readonly logError: (error: unknown) => void;
}

/** Documents whose renamed areas keep their devices. One that a crash leaves behind shows all areas, until a manager names one. */
export function renamingAreas(documents: Documents, { store, changed, logError }: Dependencies): Documents {
  async function follow(team: string, change: Change): Promise<void> {
    for (const step of stepsOf(change)) {
      if (step.type !== 'area.rename') continue;
      const devices = await store.renameArea(team, step.area, step.name.trim());
      for (const device of devices) changed(device);
    }
  }

  return {
    ...documents,
    async change(author, ref, envelope, order) {
      const outcome = await documents.change(author, ref, envelope, order);
      if (outcome.ok) await follow(ref.team, envelope.change).catch(logError);
      return outcome;
    },
    async undo(author, ref, undo) {
      const outcome = await documents.undo(author, ref, undo);
      if (outcome.ok) await follow(ref.team, undo.change).catch(logError);
      return outcome;
    },
  };
}
