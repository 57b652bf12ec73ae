import { argon2Sync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { person } from './running-server.ts';

/**
 * From now on it takes long to compare with this person's password: five times as long as with others,
 * which is the most that the server takes.
 */
export function slowDownPassword({ dataDir }: { dataDir: string }, email: string): void {
  const [nonce, passes] = [randomBytes(16), 10];
  const cost = { memory: 19_456, passes, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { ...cost, nonce, message: person('').password });
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const hash = `$argon2id$v=19$m=19456,t=${passes},p=1$${plain(nonce)}$${plain(tag)}`;
  const database = new DatabaseSync(join(dataDir, 'lineup.db'));
  database.exec('pragma busy_timeout = 5000');
  database
    .prepare('update account set password = ? where userId = (select id from user where email = ?)')
    .run(hash, email);
  database.close();
}
