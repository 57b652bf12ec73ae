type Place = number | 'add';

/** Every address of the product, once: for the router, for links and for tests. */
export const urls = {
  day: '/',
  login: '/login',
  logout: '/logout',
  register: '/register',
  start: '/start',
  join: (token: string) => `/join/${token}`,
  editor: '/editor',
  overview: '/editor/overview',
  shifts: '/editor/shifts',
  shift: (id: string) => `/editor/shifts/${encodeURIComponent(id)}`,
  importShifts: '/editor/shifts/import',
  rotations: '/editor/rotations',
  layouts: '/layouts',
  newLayout: '/layouts/setup',
  templates: '/templates',
  newTemplate: '/templates/setup',
  template: (id: string) => `/templates/${id}`,
  templateRotations: (id: string) => `/templates/${id}/rotations`,
  /** Rotations, subareas and positions are addressed by where they stand, from 0; 'add' is a new one. */
  templateRotation: (id: string, rotation: Place) => `/templates/${id}/rotations/${rotation}`,
  templateSubarea: (id: string, rotation: number, subarea: Place) =>
    `/templates/${id}/rotations/${rotation}/${subarea}`,
  templatePosition: (id: string, rotation: number, subarea: number, position: Place) =>
    `/templates/${id}/rotations/${rotation}/${subarea}/${position}`,
  account: '/account',
  team: '/team',
} as const;
