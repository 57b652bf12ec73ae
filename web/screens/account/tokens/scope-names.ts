import type { TokenScope } from '../../../../domain/team/user.ts';

export const scopeNames: Readonly<Record<TokenScope, string>> = {
  read: 'Read only',
  write: 'Read and write',
};
