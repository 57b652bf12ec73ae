export const roles = ['manager', 'lead', 'viewer'] as const;
/** A manager may do all; a lead runs the day: layouts from templates, shifts, seats, breaks, notes; a viewer reads. */
export type Role = (typeof roles)[number];

export const roleNames: Readonly<Record<Role, string>> = {
  manager: 'Manager',
  lead: 'Lead',
  viewer: 'Viewer',
};

/** A manager without the second factor that the team requires may do what a lead may, so that the day goes on. */
export const withoutSecondFactor = (role: Role): Role => (role === 'manager' ? 'lead' : role);

/** Screens ask before they show a button. */
export const mayManage = (role: Role): boolean => role === 'manager';
export const mayRunTheDay = (role: Role): boolean => role !== 'viewer';

/** Of a personal access token. `read`: to look; `write`: all that its person may do in teams, never to their account. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** How long a personal access token may work. */
export const tokenDays = [7, 30, 90, 365] as const;
