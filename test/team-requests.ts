import type { Change, DocumentBody } from '../domain/change/change.ts';
import type { Layout } from '../domain/day/layout.ts';
import { manualShift, type Shift } from '../domain/day/shift.ts';
import type { Rotation } from '../domain/plan/rotation.ts';
import type { Team } from '../domain/team/team.ts';
import type { Template } from '../domain/team/template.ts';

/** Someone's browser or a stand-in for one, as far as it sends requests with their session. */
export interface Sender {
  readonly request: {
    get(path: string): Promise<Reply>;
    post(path: string, given: { readonly data?: object }): Promise<Reply>;
  };
}

interface Reply {
  status(): number;
  text(): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: as Playwright has it
  json(): Promise<any>;
}

export const password = 'a good long password';
let people = 0;

/** Registers someone whose session this context then has; the forms have tests of their own. */
export async function register(context: Sender, firstName = 'Maria'): Promise<{ email: string }> {
  people += 1;
  const email = `person.${process.pid}.${people}@example.com`;
  await post(context, '/api/auth/register', { firstName, lastName: 'Sample', email, password });
  return { email };
}

const teamForm = {
  name: 'Maple & 4th',
  areas: ['Front of House', 'Kitchen'],
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  dayStart: '4:00 AM',
  timeZone: 'America/Chicago',
  sample: false,
};

export type TeamForm = typeof teamForm;

/** A new team of the context's person; `layout` is the sample's, or ''. */
export async function createTeam(
  context: Sender,
  form: Partial<TeamForm> = {},
): Promise<{ team: string; layout: string }> {
  const made = await post(context, '/api/teams', { ...teamForm, ...form });
  return { team: made.team, layout: made.layout ?? '' };
}

/** Makes a change, or a document by its first change, as another device of the context's person would. */
export async function change(context: Sender, team: string, document: string, made: Change) {
  await post(context, `/api/teams/${team}/documents/${document}/changes`, { id: newId(), change: made });
}

export async function read<Body extends DocumentBody = Layout>(
  context: Sender,
  team: string,
  document: string,
): Promise<Body> {
  const response = await context.request.get(`/api/teams/${team}/documents/${document}`);
  if (response.status() !== 200) throw new Error(`${response.status()} ${await response.text()}`);
  return (await response.json()).body;
}

/** A layout of today's first rotation alone, with the people given; its id. */
export async function createLayout(
  context: Sender,
  team: string,
  over: Partial<Layout> = {},
): Promise<string> {
  const { breakMinMinutes, breakTimerMinutes, dayStart } = await read<Team>(context, team, team);
  const document = newId();
  const layout: Layout = {
    kind: 'layout',
    date: '2026-11-21',
    area: 'Front of House',
    template: 'Weekday',
    notes: [],
    shifts: [],
    rotations: [lunch],
    breakMinMinutes,
    breakTimerMinutes,
    dayStart,
    ...over,
  };
  await change(context, team, document, { type: 'layout.create', layout });
  return document;
}

export async function createTemplate(
  context: Sender,
  team: string,
  over: Partial<Template> = {},
): Promise<string> {
  const document = newId();
  const template: Template = {
    kind: 'template',
    name: 'Weekday',
    area: 'Front of House',
    notes: [],
    rotations: [lunch],
    type: 'fixed',
    ...over,
  };
  await change(context, team, document, { type: 'template.create', template });
  return document;
}

export const lunch: Rotation = {
  id: 'lunch',
  name: 'Lunch',
  startTime: '10:30 AM',
  endTime: '2:00 PM',
  subareas: [
    {
      id: 'counter',
      name: 'Front Counter',
      positions: ['Register 1', 'Register 2'].map((name) => ({ id: name, name, seats: [] })),
    },
  ],
};

/** Someone who works through lunch, long enough for one break. */
export const shiftOf = (teamMember: string, over: Partial<Shift> = {}): Shift => ({
  ...manualShift(newId(), teamMember, { startTime: '9:00 AM', endTime: '3:00 PM' }),
  ...over,
});

export const newId = (): string => crypto.randomUUID();

export async function post(context: Sender, path: string, data: object) {
  const isEmpty = Object.keys(data).length === 0;
  const response = await context.request.post(path, isEmpty ? {} : { data });
  if (response.status() !== 200) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return response.json();
}
