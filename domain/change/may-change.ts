import type { Role } from '../team/user.ts';
import { type Change, type DocumentKind, definitionOf, type SingleChange } from './change.ts';
import type { LeastRole } from './define-change.ts';
import { stepsOf } from './define-change.ts';

export function mayChange(role: Role, kind: DocumentKind, change: Change): boolean {
  if (role === 'viewer') return false;
  return stepsOf(change).every((step) => {
    const least = leastRole(kind, step);
    return least === 'lead' || (least === 'manager' && role === 'manager');
  });
}

/** A change that does not fit is a manager's to try: applying it says what is wrong. */
function leastRole(kind: DocumentKind, step: SingleChange): LeastRole {
  const definition = definitionOf(step);
  if (!definition) return 'manager';
  const { may, fits } = definition;
  if (typeof may === 'object') return may[kind] ?? 'manager';
  return may === 'server' || fits.includes(kind) ? may : 'manager';
}
