import * as z from 'zod/mini';
import { type Shape, type Steps, teamChange } from '../change/define-change.ts';
import { color, idOrNull, name, time } from '../change/fields.ts';
import { refuse } from '../problem/problem.ts';
import { planningBack, planningFields, withPlanning } from './planning-settings.ts';
import {
  breakFields,
  columnTitles,
  formatFields,
  formatsOf,
  logoUrl,
  parseTeam,
  type Team,
  teamSchema,
  weekdays,
} from './team.ts';

/** The team has these fields as the change says; undone, they are what they were. */
const settingChange = <const Fields extends Shape>(type: `team.${string}`, fields: Fields) =>
  teamChange({
    fields,
    apply: (team, change) => parseTeam({ ...team, ...(change as Partial<Team>) }),
    inverse: (team): Steps => {
      const names = Object.keys(fields) as (keyof Team)[];
      return [
        { type, ...Object.fromEntries(names.map((each) => [each, team[each]])) } as unknown as Steps[number],
      ];
    },
  });

export const teamChanges = {
  'team.create': teamChange({
    fields: { team: teamSchema },
    whenDeleted: true,
    create: ({ team }) => parseTeam(team),
    apply: () => refuse('document-exists'),
    inverse: null,
  }),
  'team.rename': settingChange('team.rename', { name }),
  'team.breaks': settingChange('team.breaks', breakFields),
  'team.day': settingChange('team.day', { dayStart: time, timeZone: name }),
  'team.formats': teamChange({
    fields: formatFields,
    apply: (team, { clock, date }) => parseTeam({ ...team, clock, date }),
    inverse: (team): Steps => [{ type: 'team.formats', ...formatsOf(team) }],
  }),
  'team.theme': settingChange('team.theme', { primaryColor: color }),
  'team.logo': settingChange('team.logo', { logoUrl }),
  // what a lead learns about the team's schedule files while importing one
  'team.columns': teamChange({
    fields: { columns: columnTitles },
    may: 'lead',
    apply: (team, { columns }) => parseTeam({ ...team, columns }),
    inverse: ({ columns = {} }): Steps => [{ type: 'team.columns', columns }],
  }),
  'team.weekday': teamChange({
    fields: { day: z.enum(weekdays), area: name, template: idOrNull },
    apply: (team, { day, area, template }) => {
      if (!team.areas.includes(area)) return refuse('area-missing', { field: 'area' });
      const others = (team.weekdays ?? []).filter((each) => each.day !== day || each.area !== area);
      return parseTeam({
        ...team,
        weekdays: template === null ? others : [...others, { day, area, template }],
      });
    },
    inverse: ({ weekdays: before = [] }, { day, area }): Steps => {
      const template = before.find((each) => each.day === day && each.area === area)?.template ?? null;
      return [{ type: 'team.weekday', day, area, template }];
    },
  }),
  'team.lays': teamChange({
    fields: { tomorrow: z.boolean() },
    apply: ({ laysTomorrow: _, ...team }, { tomorrow }) =>
      parseTeam({ ...team, ...(tomorrow && { laysTomorrow: true }) }),
    inverse: ({ laysTomorrow = false }): Steps => [{ type: 'team.lays', tomorrow: laysTomorrow }],
  }),
  'team.planning': teamChange({
    fields: planningFields,
    apply: (team, change) => {
      const planning = withPlanning(team.planning ?? {}, change);
      return planning.ok ? parseTeam({ ...team, planning: planning.value }) : planning;
    },
    inverse: ({ planning = {} }, change): Steps => [
      { type: 'team.planning', ...planningBack(planning, change) },
    ],
  }),
  'team.guide': teamChange({
    fields: { isShown: z.boolean() },
    apply: ({ guide: _, ...team }, { isShown }) => parseTeam({ ...team, ...(isShown && { guide: true }) }),
    inverse: ({ guide = false }): Steps => [{ type: 'team.guide', isShown: guide }],
  }),
  'area.add': teamChange({
    fields: { name },
    apply: (team, { name }) => parseTeam({ ...team, areas: [...team.areas, name] }),
    inverse: (before, _, after): Steps =>
      after.areas.slice(before.areas.length).map((area) => ({ type: 'area.delete', area })),
  }),
  'area.rename': teamChange({
    fields: { area: name, name },
    apply: (team, { area, name }) => {
      const renamed = parseTeam({ ...team, areas: team.areas.map((each) => (each === area ? name : each)) });
      const now = renamed.ok ? renamed.value.areas[team.areas.indexOf(area)] : undefined;
      if (!renamed.ok || now === undefined || !team.weekdays) return renamed;
      const weekdays = team.weekdays.map((each) => (each.area === area ? { ...each, area: now } : each));
      return parseTeam({ ...renamed.value, weekdays });
    },
    inverse: (before, { area, name }, after): Steps => [
      { type: 'area.rename', area: after.areas[before.areas.indexOf(area)] ?? name, name: area },
    ],
  }),
  'area.delete': teamChange({
    fields: { area: name },
    apply: (team, { area }) => parseTeam({ ...team, areas: team.areas.filter((each) => each !== area) }),
    // An area is added at the end, so those that stood behind it are put behind it once more.
    inverse: ({ areas, weekdays: before = [] }, { area }): Steps => [
      { type: 'area.add', name: area },
      ...areas.slice(areas.indexOf(area) + 1).flatMap((behind) => [
        { type: 'area.delete' as const, area: behind },
        { type: 'area.add' as const, name: behind },
      ]),
      ...before
        .filter((each) => areas.indexOf(each.area) >= areas.indexOf(area))
        .map((each) => ({ type: 'team.weekday' as const, ...each })),
    ],
  }),
};
