import { recordByOperator } from '../../accounts/security-log.ts';
import type { Command } from './command.ts';

export const newEpoch: Command = {
  usage: '',
  summary:
    'after PostgreSQL was restored from a dump (stop all servers first): open pages load everything again',
  async run(args, { openRestoredStore, now, print }) {
    if (args.length > 0) return false;
    const store = await openRestoredStore();
    try {
      await store.renewEpoch();
      await recordByOperator(store, { type: 'backup-restored' }, now());
    } finally {
      await store.close();
    }
    print('The database has a new epoch. Start the servers. Open pages load everything again by themselves.');
    return true;
  },
};
