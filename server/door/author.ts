import type { Role } from '../../domain/team/user.ts';
import { deviceOf } from '../auth/account/device-name.ts';
import type { Author } from '../documents/staged-document.ts';
import type { AnyCaller } from './guard.ts';

interface MemberRequest {
  readonly caller: AnyCaller;
  readonly givenRole: Role;
  readonly browser: string;
}

/** The author of the changes that a request makes. Whether they need a second factor is decided with each change. */
export const authorOf = ({ caller, givenRole, browser }: MemberRequest): Author => ({
  user: caller.user.id,
  role: givenRole,
  session: caller.session ?? undefined,
  device: deviceOf(caller, browser),
});
