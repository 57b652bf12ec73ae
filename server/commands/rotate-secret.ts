import { reencryptSecrets } from '../schedule/connection-secrets.ts';
import { createSecretBox } from '../schedule/secret-box.ts';
import { renewSecret } from '../secret.ts';
import { recordByOperator } from '../security-log/security-log.ts';
import type { Command } from './command.ts';

export const rotateSecret: Command = {
  usage: '',
  summary: 'creates a new secret (stop the server first); everyone has to sign in again, no data is lost',
  async run(args, { config, openLockedStore, now, print }) {
    if (args.length > 0) return false;
    // A running server has only the old secret and couldn't decrypt with the new one.
    const store = await openLockedStore();
    try {
      // The file keeps older secrets, which still decrypt, so this may be interrupted at any point.
      const secret = await renewSecret(config.secretFile);
      const count = await reencryptSecrets(createSecretBox(secret.keysFor('schedule')), store.schedule);
      await recordByOperator(store, { type: 'secret-rotated' }, now());
      print(`${config.secretFile} has a new secret. Everyone has to sign in again.`);
      print(`Schedule provider passwords and tokens encrypted with it: ${count}.`);
      return true;
    } finally {
      await store.close();
    }
  },
};
