import { reencryptSecrets } from '../schedule/connection-secrets.ts';
import { createSecretBox } from '../schedule/secret-box.ts';
import { renewSecret } from '../secret.ts';
import type { Command } from './command.ts';

export const rotateSecret: Command = {
  takes: '',
  does: 'makes a new secret while the server is stopped; everyone signs in again, and nothing is lost',
  async run(typed, { config, openLockedStore, say }) {
    if (typed.length > 0) return false;
    // A running server knows only the old secret and couldn't decrypt data encrypted with the new one.
    const store = await openLockedStore();
    try {
      // The file's older lines still decrypt existing data, so this can be interrupted at any point.
      const secret = await renewSecret(config.secretFile);
      const count = await reencryptSecrets(createSecretBox(secret.keysFor('schedule')), store.schedule);
      say(`${config.secretFile} has a new secret. Everyone has to sign in again.`);
      say(`Schedule provider passwords and tokens encrypted with it: ${count}.`);
      return true;
    } finally {
      await store.close();
    }
  },
};
