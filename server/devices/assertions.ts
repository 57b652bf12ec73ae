import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { assertionGrace, assertionLife } from '../../contract/kiosk.ts';

/** Who is at a device: a person of the crew who knew their PIN, or an account that signed in there. */
const assertionSchema = z.strictObject({
  team: z.string(),
  device: z.string(),
  at: z.number(),
  pin: z.optional(z.strictObject({ person: z.string(), stamp: z.string() })),
  account: z.optional(z.strictObject({ user: z.string(), since: z.number() })),
});
export type Assertion = z.infer<typeof assertionSchema>;

export const expiryOf = ({ at }: Pick<Assertion, 'at'>): number => at + assertionLife;

/** Signs with the newest key; what the others signed counts too, as tablets may have been offline while the secret was replaced. */
export function createAssertions(keys: readonly [Buffer, ...Buffer[]], now: () => number) {
  const [newest] = keys;
  const tagOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

  return {
    sign(assertion: Assertion): string {
      const text = Buffer.from(JSON.stringify(assertion)).toString('base64url');
      return `${text}.${tagOf(newest, text).toString('base64url')}`;
    },

    /** Null for what we didn't sign, and for what is too old. */
    read(signed: string | undefined): Assertion | null {
      const [text = '', tag = ''] = signed?.split('.') ?? [];
      const given = Buffer.from(tag, 'base64url');
      const isOurs = keys.some((key) => {
        const made = tagOf(key, text);
        return made.length === given.length && timingSafeEqual(made, given);
      });
      if (!isOurs) return null;
      const parsed = z.safeParse(assertionSchema, JSON.parse(Buffer.from(text, 'base64url').toString()));
      if (!parsed.success) return null;
      return now() < parsed.data.at + assertionGrace ? parsed.data : null;
    },
  };
}

export type Assertions = ReturnType<typeof createAssertions>;
