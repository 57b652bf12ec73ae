import { createHmac } from 'node:crypto';
import { nameOfKey } from '../secret.ts';

export interface HashPassword {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

interface Whose {
  readonly team: string;
  readonly person: string;
}

/**
 * A PIN of four digits is found from any hash in a second. So what is hashed is the PIN under a key of the server, which no
 * backup of the database has. A stored hash names its key, so that PINs stay when the secret is replaced.
 */
export function createPinHash(keys: readonly [Buffer, ...Buffer[]], { hash, verify }: HashPassword) {
  const [newest] = keys;
  const keyed = (key: Buffer, { team, person }: Whose, pin: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([team, person, pin]))
      .digest('base64');

  return {
    make: async (whose: Whose, pin: string) => `${nameOfKey(newest)}${await hash(keyed(newest, whose, pin))}`,

    async isRight(whose: Whose, pin: string, stored: string): Promise<boolean> {
      const start = stored.indexOf('$');
      const key = keys.find((each) => String(nameOfKey(each)) === stored.slice(0, start));
      return key !== undefined && verify(keyed(key, whose, pin), stored.slice(start));
    },

    isCurrent: (stored: string) => stored.startsWith(`${nameOfKey(newest)}$`),
  };
}

export type PinHash = ReturnType<typeof createPinHash>;
