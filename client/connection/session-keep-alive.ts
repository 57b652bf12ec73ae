import { getMe } from '../../contract/me.ts';
import type { Client } from '../client.ts';
import type { Clock } from './server-time.ts';

const firstUse = 60_000;
const useEvery = 12 * 3_600_000;

/** A session ends some time after its last use by HTTP. A board that only watches would be signed out: it uses it twice a day. */
export function keepSessionAlive(client: Client, clock: Clock): void {
  function use() {
    if (client.me.get()?.user) void client.call(getMe, {});
    clock.after(useEvery, use);
  }
  clock.after(firstUse, use);
}
