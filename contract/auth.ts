import * as z from 'zod/mini';
import { roles } from '../domain/access.ts';
import { plainId } from './changes.ts';
import { endpoint } from './endpoint.ts';

const typed = z.string().check(z.maxLength(1_000));

export const user = z.strictObject({
  id: plainId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export const membership = z.strictObject({ id: plainId, name: z.string(), role: z.enum(roles) });
export type Membership = z.infer<typeof membership>;

/** The signed-in person and the teams they belong to, in the order they joined; `user` is null when nobody is. */
export const me = z.strictObject({ user: z.nullable(user), teams: z.array(membership) });
export type Me = z.infer<typeof me>;

export const readMe = endpoint({
  method: 'GET',
  path: '/api/me',
  summary: 'Who is signed in, and their teams',
  access: 'anyone',
  response: me,
  problems: [],
});

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Make an account and sign in',
  access: 'anyone',
  body: z.strictObject({ firstName: typed, lastName: typed, email: typed, password: typed }),
  response: me,
  problems: [
    'invalid-person-name',
    'email-unreadable',
    'email-taken',
    'password-too-short',
    'password-too-long',
    'too-many-requests',
  ],
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in',
  summary: 'Sign in with email address and password',
  access: 'anyone',
  body: z.strictObject({ email: typed, password: typed }),
  response: me,
  problems: ['credentials-wrong', 'too-many-requests'],
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'End this session',
  access: 'anyone',
  response: me,
  problems: [],
});
