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

/** Only what the newest key signed counts: the secret is replaced because somebody may know the one before. */
export function createAssertions([key]: readonly [Buffer, ...Buffer[]], now: () => number) {
  const tagOf = (text: string) => createHmac('sha256', key).update(text).digest();

  return {
    sign(assertion: Assertion): string {
      const text = Buffer.from(JSON.stringify(assertion)).toString('base64url');
      return `${text}.${tagOf(text).toString('base64url')}`;
    },

    /** Null for what we didn't sign, and for what is too old. */
    read(signed: string | undefined): Assertion | null {
      const [text = '', tag = ''] = signed?.split('.') ?? [];
      const [given, made] = [Buffer.from(tag, 'base64url'), tagOf(text)];
      if (given.length !== made.length || !timingSafeEqual(given, made)) return null;
      const parsed = z.safeParse(assertionSchema, JSON.parse(Buffer.from(text, 'base64url').toString()));
      if (!parsed.success) return null;
      return now() < parsed.data.at + assertionGrace ? parsed.data : null;
    },
  };
}

export type Assertions = ReturnType<typeof createAssertions>;
