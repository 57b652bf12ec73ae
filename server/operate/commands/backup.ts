import { resolve } from 'node:path';
import { recordInDatabase } from '../../accounts/security-log.ts';
import type { Command } from './command.ts';

export const backup: Command = {
  usage: 'FILE',
  summary: 'writes a complete copy of the database to a new file',
  async run([target, ...rest], context) {
    const { config, makeBackup, print } = context;
    if (target === undefined || target.startsWith('-') || rest.length > 0) return false;
    await makeBackup(resolve(target));
    await recordInDatabase(context, { type: 'backup-created' });
    print(`${target} is complete. It contains accounts and sessions: keep it as safe as the database.`);
    print(`It does not contain the secret. Keep a copy of ${config.secretFile} in another place.`);
    return true;
  },
};
