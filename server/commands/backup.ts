import { resolve } from 'node:path';
import type { Command } from './command.ts';

export const backup: Command = {
  usage: 'FILE',
  summary: 'writes a complete copy of the database to a new file',
  async run([target, ...rest], { config, makeBackup, print }) {
    if (target === undefined || rest.length > 0) return false;
    await makeBackup(resolve(target));
    print(`${target} is complete. It contains accounts and sessions: keep it as safe as the database.`);
    print(`It does not contain the secret. Keep a copy of ${config.secretFile} in another place.`);
    return true;
  },
};
