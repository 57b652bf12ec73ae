import type { TokenScope } from '../../../../domain/account/access.ts';

export const scopeNames: Readonly<Record<TokenScope, string>> = {
  read: 'Read only',
  write: 'Read and write',
};
