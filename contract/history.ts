import * as z from 'zod/mini';
import { topics } from '../domain/history/topics.ts';
import { isIsoDate } from '../domain/time/date.ts';
import { plainId } from './changes.ts';
import { endpoint, notStored } from './endpoint.ts';

/** The person filter's name for changes that Lineup made itself. */
export const byLineup = 'lineup';
/** Entries of a page. */
export const historyPage = 50;
/** Entries of an export. */
export const longestExport = 100_000;

const date = z.string().check(z.maxLength(10), z.refine(isIsoDate));
const instant = z.number();

const filter = {
  /** A user's id, or 'lineup'. */
  person: z.optional(plainId),
  topic: z.optional(z.enum(topics)),
  /** Business days of the team, both included: what was done after midnight belongs to the night before. */
  from: z.optional(date),
  to: z.optional(date),
};
/** `before`: the `next` of the page before. */
const paged = {
  ...filter,
  before: z.optional(z.string().check(z.regex(/^\d{1,16}\.\d{1,16}\.[\w-]{1,64}$/))),
};

export const historyEntry = z.strictObject({
  document: plainId,
  version: z.number(),
  at: instant,
  /** When it was done, if it reached the server later. */
  madeAt: z.nullable(instant),
  /** Lineup itself has no id. */
  by: z.nullable(plainId),
  who: z.string(),
  device: z.nullable(z.string()),
  /** A whole sentence, beginning with the author's name. */
  sentence: z.string(),
  topics: z.array(z.enum(topics)),
  about: z.strictObject({
    kind: z.enum(['team', 'template', 'layout', 'crew']),
    name: z.string(),
    area: z.nullable(z.string()),
    date: z.nullable(date),
    deleted: z.boolean(),
  }),
  undid: z.nullable(z.number()),
  /** Null if you can't undo it. `changedBy`: who changed the same since, so that it can't be undone. */
  undo: z.nullable(z.strictObject({ changedBy: z.nullable(z.string()) })),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

const page = z.strictObject({
  /** Newest first. A page can have fewer entries than the next one, even none, while the filter is searched for. */
  entries: z.array(historyEntry),
  next: z.nullable(z.string()),
  /** For how many days history is kept; null for ever. */
  keptDays: z.strictObject({ breaksAndSeats: z.nullable(z.number()), others: z.nullable(z.number()) }),
});
export type HistoryPage = z.infer<typeof page>;

export const getDocumentHistory = endpoint('GET /api/teams/:team/documents/:document/history', 'viewer', {
  summary: 'The history of a layout, a template, or the team’s settings',
  query: z.strictObject(paged),
  response: page,
  problems: ['too-many-requests'],
});

export const getTeamHistory = endpoint('GET /api/teams/:team/history', 'lead', {
  summary: 'The history of a team: its settings, templates and layouts, including deleted ones',
  query: z.strictObject(paged),
  response: page,
  problems: ['too-many-requests'],
});

export const exportHistory = endpoint('GET /api/teams/:team/history/export', 'lead', {
  summary: 'The history of a team, or of one document, as CSV',
  query: z.strictObject({ ...filter, document: z.optional(plainId) }),
  contentType: 'text/csv',
  response: z.string(),
  problems: ['too-many-requests'],
});

export const undoChange = endpoint(
  'POST /api/teams/:team/documents/:document/history/:version/undo',
  'lead',
  {
    summary: 'Undo a change',
    response: z.strictObject({ version: z.number(), at: instant }),
    problems: [
      'undo-impossible',
      'undo-changed',
      'not-allowed',
      'too-many-requests',
      'too-many-changes',
      ...notStored,
    ],
  },
);
