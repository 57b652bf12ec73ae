import { readdir, readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { id, plainId } from '../../../contract/changes.ts';
import { crewSchema } from '../../../domain/crew/crew-edits.ts';
import { callOutSchema, latenessSchema, toldSchema } from '../../../domain/day/shift-changes.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import type { Outcome } from '../../../domain/problem/problem.ts';
import { parseMinutes } from '../../../domain/team/team.ts';
import { roles } from '../../../domain/team/user.ts';
import { parseTime } from '../../../domain/time/clock-time.ts';
import { isTimeZone } from '../../../domain/time/date.ts';
import { syncMinutes } from '../../schedules/connections.ts';
import { StartProblem } from '../../start-problem.ts';
import { type HostedLayout, type HostedShift, type HostedTeam, ownIdsOf } from './hosted-format.ts';

export type Collection = Readonly<Record<string, unknown>>;
export type Collections = Readonly<Record<'users' | 'teams' | 'templates' | 'layouts', Collection>>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds the collections in a Firestore export. Exporters write them at the top level or under `__collections__`.
 */
export function parseCollections(json: unknown, file: string): Collections {
  const root = isFields(json) && isFields(json.__collections__) ? json.__collections__ : json;
  const collectionIn = (name: string, from: unknown = root): Collection => {
    const collection = isFields(from) ? from[name] : undefined;
    return isFields(collection) ? collection : {};
  };
  const beside = collectionIn('lineup');
  const collections = {
    users: collectionIn('users'),
    teams: collectionIn('teams'),
    templates: { ...collectionIn('templates'), ...collectionIn('templates', beside) },
    layouts: { ...collectionIn('layouts'), ...collectionIn('layouts', beside) },
  };
  if (Object.values(collections).some((collection) => Object.keys(collection).length > 0)) return collections;
  throw new StartProblem(`${file} has no documents under “users”, “teams”, “templates” or “layouts”.`);
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Firestore documents can't be deeper. */
const MAX_DEPTH = 100;

/** Converts a document to plain JSON: timestamps to milliseconds, references to their path. */
function plain(value: unknown, depth = 0): unknown {
  const inside = (each: unknown) => (depth < MAX_DEPTH ? plain(each, depth + 1) : null);
  if (Array.isArray(value)) return value.map(inside);
  if (!isFields(value)) return value;
  if (typeof value.__datatype__ === 'string') return inside(value.value);
  const instant = instantOf(value);
  if (instant !== null) return instant;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__collections__')
      .map(([name, each]) => [name, inside(each)]),
  );
}

/** Epoch milliseconds; the Admin SDK writes the names with an underscore, the web SDK without. */
function instantOf({
  _seconds,
  _nanoseconds,
  seconds = _seconds,
  nanoseconds = _nanoseconds,
}: Fields): number | null {
  return typeof seconds === 'number' && typeof nanoseconds === 'number'
    ? seconds * 1_000 + Math.floor(nanoseconds / 1_000_000)
    : null;
}

/** A place in a document, and what wasn't imported. */
export type Loss = readonly [place: string, what: string];

const keptAttributes = new Set(['header', 'bold', 'italic', 'underline', 'link', 'list']);

/** Embeds such as pictures, and styles that notes don't have here. */
export function lossesOfNotes(text: string): readonly Loss[] {
  const operations = operationsIn(text);
  const embeds = operations.filter(({ insert }) => typeof insert !== 'string').length;
  const styles = new Set(operations.flatMap(({ attributes }) => Object.keys(Object(attributes))));
  const dropped = [...styles].filter((style) => !keptAttributes.has(style)).sort();
  return [
    ...(embeds > 0
      ? [
          [
            'notes',
            `${embeds === 1 ? '1 embed, such as a picture, was' : `${embeds} embeds, such as pictures, were`} left out.`,
          ] as const,
        ]
      : []),
    ...(dropped.length > 0 ? [['notes', `Styles left out: ${dropped.join(', ')}.`] as const] : []),
  ];
}

function operationsIn(text: string): readonly { insert?: unknown; attributes?: unknown }[] {
  try {
    const parsed: unknown = JSON.parse(text);
    const operations = Array.isArray(parsed) ? parsed : Object(parsed).ops;
    return Array.isArray(operations) ? operations.map(Object) : [];
  } catch {
    return [];
  }
}

/** People who had several positions in a rotation, or whose shift is missing or not during the rotation. */
export function lossesOfSeats(hosted: HostedLayout, made: Plan): readonly Loss[] {
  const { rotations, shifts } = hosted;
  const ownIds = ownIdsOf(hosted);
  const names = new Map(shifts.map(({ id, teamMember }) => [id, teamMember]));
  return rotations.flatMap(({ name, positions }, index) => {
    const kept = new Map<string, string>();
    for (const position of made[index]?.subareas.flatMap((subarea) => subarea.positions) ?? [])
      for (const seat of position.seats) kept.set(seat, position.name);
    const counted = new Map(kept);
    return positions.flatMap((position) =>
      position.teamMembers.flatMap((shift): Loss[] => {
        const own = ownIds.get(shift) ?? shift;
        const isKept = counted.get(own) === position.name;
        if (isKept) {
          counted.delete(own);
          return [];
        }
        const place = `rotations/${index} (${name})`;
        return [[place, whyUnseated(position.name, names.get(shift) ?? null, kept.get(own) ?? null)]];
      }),
    );
  });
}

function whyUnseated(position: string, person: string | null, elsewhere: string | null): string {
  if (person === null) return `Someone on ${position} was left out: the layout doesn’t have their shift.`;
  return elsewhere === null
    ? `${person} was taken off ${position}: the shift isn’t during this rotation.`
    : `${person} was taken off ${position}: a person has one position in a rotation, here ${elsewhere}.`;
}

/** Templates and layouts have no types here. */
export const lossesOfType = (
  { type }: { readonly type: string },
  kind: 'templates' | 'layouts',
): readonly Loss[] =>
  type === '' || type === 'fixed' ? [] : [['type', `“${type}” was left out: ${kind} have no types here.`]];

type Path = readonly PropertyKey[];

/**
 * What can be read of a document: a value that doesn't fit is emptied or left out, and the rest stays. `losses` has the
 * path of each. The problem names the first value without which there is nothing to read.
 */
function parseReadable<T>(
  shape: z.ZodMiniType<T>,
  document: unknown,
): { readonly read: Outcome<T>; readonly losses: readonly Loss[] } {
  const readable = plain(document);
  const places = new Set<string>();
  for (;;) {
    const parsed = z.safeParse(shape, readable);
    if (parsed.success) {
      const losses = [...places].map((place): Loss => [place, 'Left out: it is invalid.']);
      return { read: { ok: true, value: parsed.data }, losses };
    }
    // Those at the end of a list first, since leaving one out moves those after it.
    for (const { path } of parsed.error.issues.toReversed()) {
      if (!leaveOut(readable, path)) {
        const field = path.map(String).join('.');
        const problem = { code: 'request-invalid', ...(field !== '' && { field }) } as const;
        return { read: { ok: false, problem }, losses: [] };
      }
      places.add(path.map(String).join('/'));
    }
  }
}

/** Empties the value there; if it's empty, removes it; if it's missing, what it is part of. False for the document. */
function leaveOut(document: unknown, path: Path): boolean {
  const key = path.at(-1);
  if (key === undefined) return false;
  const above = path.slice(0, -1);
  const whole = above.reduce<unknown>((inside, each) => Object(inside)[each], document);
  if (Array.isArray(whole) && typeof key === 'number' && key < whole.length) {
    if (whole[key] === null) whole.splice(key, 1);
    else whole[key] = null;
    return true;
  }
  if (!isFields(whole) || !Object.hasOwn(whole, key)) return leaveOut(document, above);
  const fields = whole as Record<PropertyKey, unknown>;
  if (fields[key] === null) delete fields[key];
  else fields[key] = null;
  return true;
}

/** Missing and null values become empty: the hosted product didn't validate what it stored. */
const orElse = <S extends z.ZodMiniType>(shape: S, empty: z.output<S>) =>
  z.pipe(
    z.nullish(shape),
    z.transform((value): z.output<S> => value ?? empty),
  );
const text = orElse(z.string(), '');
/** The hosted product stored some numbers as text. */
const number = z.union([
  z.number(),
  z.pipe(
    z.string().check(z.regex(/^\s*\d+\s*$/)),
    z.transform((digits: string) => Number(digits)),
  ),
]);
const texts = orElse(z.array(text), []);
/** Without its empty entries. */
const list = <S extends z.ZodMiniType>(shape: S) =>
  z.pipe(
    z.nullish(z.array(z.nullish(shape))),
    z.transform((all) => (all ?? []).filter((each) => each !== null && each !== undefined) as z.output<S>[]),
  );
/** A missing value is 0; an invalid one becomes a number that validation rejects. */
const minutes = z.pipe(
  z.nullish(z.union([z.number(), z.string()])),
  z.transform((value) => (typeof value === 'string' ? parseMinutes(value || '0') : (value ?? 0))),
);
/** Also times as people write them. */
const time = z.pipe(
  text,
  z.transform((typed) => parseTime(typed) ?? typed),
);
const instant = z.union([
  number,
  z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((text: string) => Date.parse(text)),
  ),
]);
/** Some schedules number their shifts. */
const shiftId = z.pipe(z.union([z.string(), z.pipe(z.number(), z.transform(String))]), id);

const planIds = z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.array(z.string())]))]));
const role = z.enum(roles);
const picture = z.object({ type: z.string(), base64: z.string() });

const connection = z.object({
  provider: plainId,
  settings: z.record(z.string(), z.string()),
  terms: z.object({
    location: z.nullable(z.object({ id: z.string(), name: z.string() })),
    timeZone: z.string().check(z.refine(isTimeZone)),
    everyMinutes: z.nullable(z.int().check(z.minimum(syncMinutes.least), z.maximum(syncMinutes.most))),
    takesAlone: z.boolean(),
  }),
  roles: z.nullable(z.array(z.string())),
});

const team = z.object({
  name: text,
  members: texts,
  breakMinMinutes: minutes,
  breakTimerMinutes: minutes,
  areas: texts,
  theme: orElse(z.nullable(z.object({ primaryColor: z.nullish(z.string()) })), null),
  logoURL: orElse(z.nullable(z.string()), null),
  integrations: z.nullish(z.object({ hotschedules: z.nullish(z.object({ user: text, pass: text })) })),
  lineup: z.optional(
    z.object({
      dayStart: text,
      timeZone: text,
      columns: z.optional(z.record(z.string(), z.string())),
      members: orElse(z.record(z.string(), z.object({ role, joinedAt: z.number() })), {}),
      logo: z.optional(picture),
      crew: z.optional(crewSchema),
      connections: list(connection),
    }),
  ),
});
/** With what stands beside what hosted/hosted-format.ts reads. */
export type WholeTeam = z.output<typeof team>;

const rotation = z.object({
  name: text,
  startTime: time,
  endTime: time,
  subareas: texts,
  positions: list(z.object({ name: text, subarea: orElse(number, 0), teamMembers: list(shiftId) })),
});
/** The place of a rotation is its place among the ids too. */
const rotations = orElse(z.array(z.nullable(rotation)), []);
const planned = { notes: text, rotations, teamID: z.string() };

const template = z.object({
  name: text,
  area: text,
  ...planned,
  type: text,
  lineup: z.optional(z.object({ ids: orElse(planIds, []), deleted: z.optional(z.literal(true)) })),
});

const breakSlot = z.nullable(
  z.object({
    startedAt: z.number(),
    startedBy: z.nullable(z.string()),
    endedAt: z.nullable(z.number()),
    endedBy: z.nullable(z.string()),
    confirmedAt: z.optional(z.number()),
  }),
);

const shift = z.object({
  id: shiftId,
  teamMember: text,
  startTime: time,
  endTime: time,
  schedule: text,
  note: text,
  provider: text,
  breaks: orElse(z.array(orElse(instant, 0)), []),
});

const beside = z.object({
  breaks: z.optional(z.array(breakSlot)),
  told: z.optional(toldSchema),
  person: z.optional(id),
  out: z.optional(callOutSchema),
  late: z.optional(latenessSchema),
  id: z.optional(id),
});

const layout = z.object({
  date: text,
  area: text,
  template: text,
  ...planned,
  type: text,
  shifts: orElse(z.array(z.unknown()), []),
  lineup: z.optional(
    z.object({
      ids: orElse(planIds, []),
      breakMinMinutes: z.nullish(z.number()),
      breakTimerMinutes: z.nullish(z.number()),
      dayStart: text,
      shifts: orElse(z.array(orElse(beside, {})), []),
      deletedByHand: z.optional(list(z.string())),
      deleted: z.optional(z.literal(true)),
    }),
  ),
});

const person = z.catch(z.object({ firstName: text, lastName: text, teams: texts }), {
  firstName: '',
  lastName: '',
  teams: [],
});
export const parseHostedPerson = (document: unknown) => person.parse(plain(document));

export const parseHostedTeam = (document: unknown) => parseReadable<WholeTeam>(team, document);
export const parseHostedTemplate = (document: unknown) => parseReadable(template, document);
export const parseHostedLayout = (document: unknown) => parseReadable(layout, document);
export const parseHostedShift = (document: unknown) => parseReadable<HostedShift>(shift, document);
export type ParsedLayout = z.output<typeof layout>;

export const hostedTeamOf = ({ theme, lineup, ...rest }: WholeTeam): HostedTeam => ({
  ...rest,
  theme: theme?.primaryColor ? { primaryColor: theme.primaryColor } : null,
  ...(lineup && { lineup }),
});

/** In bytes; V8's strings can't hold more. */
const LARGEST = 500_000_000;

/** Throws a `StartProblem` if the file can't be read. */
export async function loadText(file: string): Promise<string> {
  const { size } = await orSentence(file, stat(file));
  if (size > LARGEST) throw new StartProblem(`The file ${file} is larger than ${LARGEST / 1_000_000} MB.`);
  const text = (await orSentence(file, readFile(file, 'utf8'))).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new StartProblem(`The file ${file} is empty.`);
  return text;
}

/** File names in a managed export of Firestore, which is binary. */
const MANAGED = /(\.(overall_)?export_metadata|(^|[/\\])output-\d+)$/;

async function refuseManagedExport(file: string): Promise<void> {
  const isFolder = await stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const names = isFolder ? await readdir(file) : [file];
  if (!names.some((name) => MANAGED.test(name))) return;
  throw new StartProblem(
    `${file} is a managed export of Firestore, which is not JSON. Load it into the emulator (firebase emulators:start --only firestore --import FOLDER), then write the emulator's documents as JSON with node-firestore-import-export, and import that.`,
  );
}

export async function loadJson(file: string): Promise<unknown> {
  await refuseManagedExport(file);
  const text = await loadText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const [, position, line, column] = /position (\d+) \(line (\d+) column (\d+)\)/.exec(message) ?? [];
    if (/end of JSON input|Unterminated/.test(message) || Number(position) === text.length) {
      throw new StartProblem(`The file ${file} is incomplete. Export it again.`);
    }
    const where = position ? ` at line ${line}, column ${column}` : '';
    throw new StartProblem(`The file ${file} is not JSON${where}. Export it again, as JSON.`);
  }
}

async function orSentence<T>(file: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartProblem(
      code === 'ENOENT' ? `There is no file ${file}.` : `The file ${file} can’t be read.`,
    );
  }
}
