import type { TokenScope } from '../../../domain/access.ts';

export const scopeNames: Readonly<Record<TokenScope, string>> = {
  read: 'Look only',
  write: 'Look and change',
};
