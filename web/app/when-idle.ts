import type { Client } from '../../client/client.ts';
import { keepChanges } from '../parts/page/notices/kept-changes.ts';
import { followUpdates } from '../parts/updates/app-updates.ts';

/** What every page does once it has settled. */
export function startWhenIdle(client: Client): void {
  void keepChanges(client);
  void followUpdates(client);
}
