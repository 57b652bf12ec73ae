import * as z from 'zod/mini';
import { defineChange, type Steps } from '../change/define-change.ts';
import { color, list, minutes, name, text, time } from '../change/fields.ts';
import { refuse } from '../problem/problem.ts';
import { namedColumns } from '../schedule-file/column-titles.ts';
import { areaLimit, parseTeam, type Team } from './team.ts';

const breakSettings = { breakMinMinutes: minutes, breakTimerMinutes: minutes };
export const daySettings = { ...breakSettings, dayStart: time };
const columnTitles = z.partialRecord(z.enum(namedColumns), name);
const logoUrl = z.nullable(text(2_000));

export const teamSchema: z.ZodMiniType<Team> = z.strictObject({
  kind: z.literal('team'),
  name,
  areas: list(name, areaLimit),
  ...daySettings,
  timeZone: name,
  primaryColor: color,
  logoUrl,
  columns: z.optional(columnTitles),
});

export const teamChanges = {
  'team.create': defineChange({
    fields: { team: teamSchema },
    fits: ['team'],
    may: 'manager',
    whenDeleted: true,
    create: ({ team }) => parseTeam(team),
    apply: () => refuse('document-exists'),
    inverse: null,
    describe: (_, { team }) => `${team.name} created`,
  }),
  'team.rename': defineChange({
    fields: { name },
    fits: ['team'],
    may: 'manager',
    apply: (team, { name }) => parseTeam({ ...team, name }),
    inverse: ({ name }): Steps => [{ type: 'team.rename', name }],
    describe: () => 'Settings saved',
  }),
  'team.breaks': defineChange({
    fields: breakSettings,
    fits: ['team'],
    may: 'manager',
    apply: (team, { breakMinMinutes, breakTimerMinutes }) =>
      parseTeam({ ...team, breakMinMinutes, breakTimerMinutes }),
    inverse: ({ breakMinMinutes, breakTimerMinutes }): Steps => [
      { type: 'team.breaks', breakMinMinutes, breakTimerMinutes },
    ],
    describe: () => 'Settings saved',
  }),
  'team.day': defineChange({
    fields: { dayStart: time, timeZone: name },
    fits: ['team'],
    may: 'manager',
    apply: (team, { dayStart, timeZone }) => parseTeam({ ...team, dayStart, timeZone }),
    inverse: ({ dayStart, timeZone }): Steps => [{ type: 'team.day', dayStart, timeZone }],
    describe: () => 'Settings saved',
  }),
  'team.theme': defineChange({
    fields: { primaryColor: color },
    fits: ['team'],
    may: 'manager',
    apply: (team, { primaryColor }) => parseTeam({ ...team, primaryColor }),
    inverse: ({ primaryColor }): Steps => [{ type: 'team.theme', primaryColor }],
    describe: () => 'Theme saved',
  }),
  'team.logo': defineChange({
    fields: { logoUrl },
    fits: ['team'],
    may: 'manager',
    apply: (team, { logoUrl }) => parseTeam({ ...team, logoUrl }),
    inverse: ({ logoUrl }): Steps => [{ type: 'team.logo', logoUrl }],
    describe: (_, { logoUrl }) => (logoUrl === null ? 'Logo removed' : 'Logo saved'),
  }),
  // what a lead learns about the team's schedule files while importing one
  'team.columns': defineChange({
    fields: { columns: columnTitles },
    fits: ['team'],
    may: 'lead',
    apply: (team, { columns }) => parseTeam({ ...team, columns }),
    inverse: ({ columns = {} }): Steps => [{ type: 'team.columns', columns }],
    describe: () => 'Column titles saved',
  }),
  'area.add': defineChange({
    fields: { name },
    fits: ['team'],
    may: 'manager',
    apply: (team, { name }) => parseTeam({ ...team, areas: [...team.areas, name] }),
    inverse: (before, _, after): Steps =>
      after.areas.slice(before.areas.length).map((area) => ({ type: 'area.delete', area })),
    describe: (_, { name }) => `${name.trim()} added`,
  }),
  'area.rename': defineChange({
    fields: { area: name, name },
    fits: ['team'],
    may: 'manager',
    apply: (team, { area, name }) =>
      parseTeam({ ...team, areas: team.areas.map((each) => (each === area ? name : each)) }),
    inverse: (before, { area, name }, after): Steps => [
      { type: 'area.rename', area: after.areas[before.areas.indexOf(area)] ?? name, name: area },
    ],
    describe: (_, { area, name }) => `${area} is now ${name.trim()}`,
  }),
  'area.delete': defineChange({
    fields: { area: name },
    fits: ['team'],
    may: 'manager',
    apply: (team, { area }) => parseTeam({ ...team, areas: team.areas.filter((each) => each !== area) }),
    // An area is added at the end, so those that stood behind it are put behind it once more.
    inverse: ({ areas }, { area }): Steps => [
      { type: 'area.add', name: area },
      ...areas.slice(areas.indexOf(area) + 1).flatMap((behind) => [
        { type: 'area.delete' as const, area: behind },
        { type: 'area.add' as const, name: behind },
      ]),
    ],
    describe: (_, { area }) => `${area} deleted`,
  }),
};
