import { recordByOperator } from '../../accounts/security-log.ts';
import { createSecretBox, reencryptSecrets } from '../../schedules/secret-box.ts';
import { openSharedSecret, renewSecret } from '../../secret.ts';
import type { Command } from './command.ts';

export const rotateSecret: Command = {
  usage: '',
  summary: 'creates a new secret (stop the server first); everyone has to sign in again, no data is lost',
  async run(args, { config, openLockedStore, now, print }) {
    if (args.length > 0) return false;
    // A running server has only the old secret and couldn't decrypt with the new one.
    const store = await openLockedStore();
    try {
      // Other servers of the database have the same secret, and need the new one.
      const isShared = store.engine === 'postgres';
      if (isShared) await openSharedSecret(config.secretFile, store);
      // The file keeps older secrets, which still decrypt, so this may be interrupted at any point.
      const secret = await renewSecret(config.secretFile);
      if (isShared) await openSharedSecret(config.secretFile, store);
      const count = await reencryptSecrets(createSecretBox(secret.keysFor('schedule')), store.schedule);
      await recordByOperator(store, { type: 'secret-rotated' }, now());
      print(`${config.secretFile} has a new secret. Everyone has to sign in again.`);
      if (isShared) print('Copy the file to the other servers of this database before they start.');
      print(`Schedule provider passwords and tokens encrypted with it: ${count}.`);
      return true;
    } finally {
      await store.close();
    }
  },
};
