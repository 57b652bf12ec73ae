import * as z from 'zod/mini';
import { documentBody, envelope, plainId } from './changes.ts';
import { endpoint, notStored } from './endpoint.ts';
import { largestMessage } from './live.ts';

const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

export const layoutRow = z.strictObject({ id: plainId, date, area: z.string(), template: z.string() });
export type LayoutRow = z.infer<typeof layoutRow>;

export const listLayouts = endpoint('GET /api/teams/:team/layouts', 'viewer', {
  summary: 'The layouts of a date, or of a range of dates',
  devices: ['wall', 'kiosk'],
  query: z.strictObject({ date: z.optional(date), from: z.optional(date), to: z.optional(date) }),
  response: z.strictObject({ layouts: z.array(layoutRow) }),
  problems: ['date-range-invalid'],
});

/** In days, both ends included. */
export const longestRange = 92;

const outlook = z.strictObject({
  layout: plainId,
  shifts: z.number(),
  rotations: z.array(
    z.strictObject({
      name: z.string(),
      startTime: z.string(),
      endTime: z.string(),
      positions: z.number(),
      open: z.number(),
    }),
  ),
});
export type LayoutOutlook = z.infer<typeof outlook>;

/** In days, both ends included, and in layouts, the earliest first. */
export const longestOutlook = 14;
export const mostOutlooks = 100;

export const listOutlooks = endpoint('GET /api/teams/:team/layouts/outlook', 'viewer', {
  summary: 'The shifts and open positions of layouts of a range of dates',
  devices: ['kiosk'],
  query: z.strictObject({ from: date, to: date }),
  response: z.strictObject({ layouts: z.array(outlook).check(z.maxLength(mostOutlooks)) }),
  problems: ['date-range-invalid'],
});

export const createLayout = endpoint('POST /api/teams/:team/layouts', 'lead', {
  summary: 'Create a layout from a template',
  body: z.strictObject({ date, template: plainId }),
  response: z.strictObject({ layout: plainId, version: z.number(), at: z.number() }),
  problems: ['date-missing', 'template-missing', ...notStored],
});

export const templateRow = z.strictObject({ id: plainId, name: z.string(), area: z.string() });
export type TemplateRow = z.infer<typeof templateRow>;

export const listTemplates = endpoint('GET /api/teams/:team/templates', 'viewer', {
  summary: 'The templates of a team',
  devices: ['kiosk'],
  response: z.strictObject({ templates: z.array(templateRow) }),
});

export const getDocument = endpoint('GET /api/teams/:team/documents/:document', 'viewer', {
  summary: 'A team, template, layout, or (for leads and managers) the crew',
  devices: ['kiosk'],
  response: z.strictObject({ version: z.number(), body: documentBody }),
  problems: ['not-allowed'],
});

export const changeDocument = endpoint('POST /api/teams/:team/documents/:document/changes', 'viewer', {
  summary: 'Change or create a document',
  devices: ['kiosk'],
  body: envelope,
  largestBody: largestMessage,
  response: z.strictObject({ version: z.number(), at: z.number() }),
  problems: [
    'document-missing',
    'document-exists',
    'wrong-document',
    'not-allowed',
    'change-too-large',
    'too-many-changes',
    'kiosk-locked',
    ...notStored,
  ],
});
