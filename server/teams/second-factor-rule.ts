import type { MemberStore } from '../store/member-store.ts';
import type { SecurityLogEntry } from '../store/security-log-store.ts';

/** Teams can require a second factor of their managers. A manager without one has a lead's rights there. */
export interface SecondFactorRule {
  isRequired(team: string): Promise<boolean>;
  set(team: string, isRequired: boolean, entry: SecurityLogEntry): Promise<void>;
  /** Whether the team requires a second factor and this manager has none. */
  isMissing(team: string, manager: string): Promise<boolean>;
  /** Of these people, those who can sign in with a password alone. */
  findUnprotected(people: readonly string[]): Promise<readonly string[]>;
}

interface Dependencies {
  readonly members: Pick<MemberStore, 'requiresSecondFactor' | 'requireSecondFactor'>;
  readonly findUnprotected: SecondFactorRule['findUnprotected'];
}

export function createSecondFactorRule({ members, findUnprotected }: Dependencies): SecondFactorRule {
  return {
    isRequired: members.requiresSecondFactor,
    set: members.requireSecondFactor,
    isMissing: async (team, manager) =>
      (await members.requiresSecondFactor(team)) && (await findUnprotected([manager])).length > 0,
    findUnprotected,
  };
}
