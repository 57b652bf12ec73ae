import { reencryptSecrets } from '../schedule/connection-secrets.ts';
import { createSecretBox } from '../schedule/secret-box.ts';
import { renewSecret } from '../secret.ts';
import type { Command } from './command.ts';

export const rotateSecret: Command = {
  takes: '',
  does: 'makes a new secret while the server is stopped; everyone signs in again, and nothing is lost',
  async run(typed, { config, openLockedStore, say }) {
    if (typed.length > 0) return false;
    // A server that runs knows the old secret only: it could not open what is sealed by the new one.
    const store = await openLockedStore();
    try {
      // What was sealed before opens by the older lines of the file, so this may end anywhere in between.
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
