type Place = number | 'add';

/** URLs name rotations, subareas and positions by index, from 0; 'add' is a new one. */
const planAt = (list: string) => ({
  list,
  rotation: (rotation: Place) => `${list}/${rotation}`,
  subarea: (rotation: number, subarea: Place) => `${list}/${rotation}/${subarea}`,
  position: (rotation: number, subarea: number, position: Place) =>
    `${list}/${rotation}/${subarea}/${position}`,
  charts: (rotation: number) => `${list}/${rotation}/charts`,
});

export type PlanUrls = ReturnType<typeof planAt>;

/** HotSchedules keeps the short name of earlier versions in addresses. */
const placeOfProvider = (provider: string): string => (provider === 'hotschedules' ? 'hs' : provider);
export const providerAt = (place: string): string => (place === 'hs' ? 'hotschedules' : place);

export const urls = {
  day: '/',
  personOnDay: (shift: string) => `/?person=${encodeURIComponent(shift)}`,
  timeline: '/timeline',
  television: '/tv',
  /** Where a tablet begins to be shared: it shows a code until it is paired. */
  kiosk: '/kiosk',
  printDay: '/print/day',
  printRotation: '/print/rotation',
  rotationToPrint: (id: string) => `/print/rotation?rotation=${encodeURIComponent(id)}`,
  printHandover: '/print/handover',
  /** Of who looks at it, or of somebody in the crew; seven days from a date on, or from today. */
  printWeek: '/print/week',
  weekToPrint: (from: string, person?: string) =>
    `/print/week?from=${from}${person === undefined ? '' : `&person=${encodeURIComponent(person)}`}`,
  login: '/login',
  logout: '/logout',
  register: '/register',
  forgot: '/forgot',
  reset: (token: string) => `/reset/${token}`,
  confirm: (token: string) => `/confirm/${token}`,
  confirmEmail: (token: string) => `/confirm-email/${token}`,
  signedIn: '/signed-in',
  start: '/start',
  join: (token: string) => `/join/${token}`,
  editor: '/editor',
  overview: '/editor/overview',
  shifts: '/editor/shifts',
  shift: (id: string) => `/editor/shifts/${encodeURIComponent(id)}`,
  importShifts: '/editor/shifts/import',
  syncShifts: (provider: string) => `/editor/shifts/sync/${placeOfProvider(provider)}`,
  /** The same page with the result of a background sync. */
  waitingShifts: (provider: string) => `/editor/shifts/sync/${placeOfProvider(provider)}?waiting=true`,
  schedule: (provider: string) => `/team/schedule/${placeOfProvider(provider)}`,
  rotations: '/editor/rotations',
  planner: '/editor/planner',
  layoutHistory: '/editor/history',
  layouts: '/layouts',
  layoutsOn: (date?: string) => (date ? `/layouts?date=${date}` : '/layouts'),
  newLayout: '/layouts/setup',
  copyLayout: ({ id, date }: { id: string; date: string }) => `/layouts/setup?copy=${id}&of=${date}`,
  mine: '/mine',
  poster: '/team/poster',
  templates: '/templates',
  newTemplate: '/templates/setup',
  template: (id: string) => `/templates/${id}`,
  templatePlan: (id: string) => planAt(`/templates/${id}/rotations`),
  dayPlan: planAt('/editor/plan'),
  account: '/account',
  secure: '/secure',
  team: '/team',
  crew: '/crew',
  skills: '/crew/skills',
  devices: '/team/devices',
  deviceInstructions: '/team/devices/instructions',
  /** Where the phone of a manager opens the code that a screen shows. */
  pair: '/pair',
  teamSecurity: '/team/security',
  teamHistory: '/team/history',
  documentHistory: (document: string) => `/team/history?document=${document}`,
} as const;

export interface DayChoice {
  readonly team: string | null;
  readonly layout: string | null;
  readonly board?: string | null;
}

const inside = 'https://inside.invalid';

/** Pages of a day. */
const ofDay: readonly string[] = [
  urls.day,
  urls.timeline,
  urls.editor,
  urls.printDay,
  urls.printRotation,
  urls.printHandover,
];

/** What a shared tablet is for; other pages are about a person or the whole team. */
const onKiosk: readonly string[] = [...ofDay, urls.layouts];

export function isForKiosk(href: string): boolean {
  const [path = ''] = href.split(/[?#]/);
  return (
    [urls.editor, urls.layouts].some((folder) => path.startsWith(`${folder}/`)) || onKiosk.includes(path)
  );
}

/** In an address, where the day view shows nothing. */
export const noBoard = 'none';

/** Every tab keeps its own day, and the board where it is another layout; other addresses are unchanged. */
export function withDay(href: string, { team, layout: open, board = open }: DayChoice): string {
  const [path = ''] = href.split(/[?#]/);
  // a person is one of the layout that the page is about
  const layout = path === urls.day && !href.includes('?person=') ? board : open;
  const isOfDay = ofDay.includes(path) || path.startsWith(`${urls.editor}/`);
  if (!isOfDay || team === null || layout === null) return href;
  const url = new URL(href, inside);
  if (url.searchParams.has('layout')) return href;
  url.searchParams.set('team', team);
  url.searchParams.set('layout', layout);
  if (path !== urls.day && board !== layout) url.searchParams.set('board', board ?? noBoard);
  return path + url.search + url.hash;
}

export const withoutDay = (href: string): string => without(href, ['team', 'layout', 'board']);
export const withoutPerson = (href: string): string => without(href, ['person']);

function without(href: string, names: readonly string[]): string {
  const url = new URL(href, inside);
  for (const name of names) url.searchParams.delete(name);
  return url.pathname + url.search + url.hash;
}
