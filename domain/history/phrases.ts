import {
  apply,
  type Change,
  type ChangeOf,
  type DocumentBody,
  definitionOf,
  type SingleChange,
} from '../change/change.ts';
import { stepsOf } from '../change/define-change.ts';
import { isSame } from '../change/same.ts';
import type { Crew } from '../crew/crew.ts';
import { recordOf } from '../crew/person-records.ts';
import { byId } from '../list/list.ts';
import { type PlanItem, seatsFreed, standingOf } from '../plan/plan.ts';
import { formatsOf } from '../team/team.ts';
import { formatDate, formatTime, sampleDate, sampleTime } from '../time/formats.ts';
import { dayPhrases } from './day-phrases.ts';
import {
  type Around,
  changedArea,
  gone,
  listed,
  type Phrases,
  type Planned,
  positionName,
  rotationName,
  rotationOf,
  type Say,
  said,
  subareaName,
  time,
  times,
} from './saying.ts';

function personName({ before, after, t }: Around<Crew>, id: string): string {
  return (before && recordOf(before, id)?.name) ?? (after && recordOf(after, id)?.name) ?? t('former-person');
}

const stationCalled = ({ before, after }: Around<Crew>, id: string): string =>
  [before, after].flatMap((crew) => byId(crew?.stations ?? [], id) ?? [])[0]?.name ?? id;

const levelNames = { 1: 'training', 2: 'can', 3: 'best' } as const;

/** Names that one entry lists. */
const namedPeople = 3;

function newPeople({ before, after }: Around<Crew>): readonly string[] {
  const known = new Set([...(before?.people ?? []), ...(before?.merged ?? [])].map(({ id }) => id));
  return (after?.people ?? []).filter(({ id }) => !known.has(id)).map(({ name }) => name);
}

function seenPeople(around: Around<Crew>): string {
  const { t } = around;
  const names = newPeople(around);
  const [left, shown] = [names.length - namedPeople, names.slice(0, namedPeople)];
  const others = left > 0 ? [t('more', { count: left })] : [];
  return names.length > 0
    ? t('added-to-crew', { name: listed([...shown, ...others], around) })
    : t('updated-crew');
}

const crewPhrases = {
  'shift.people': ({ t }, { people }) =>
    people.some(({ teamMember }) => teamMember !== undefined)
      ? t('renamed-shifts', { count: people.length })
      : t('matched-shifts', { count: people.length }),
  'crew.create': ({ t }) => t('created-crew'),
  'crew.seen': seenPeople,
  'person.add': ({ t }, { person }) => t('added-to-crew', { name: person.name.trim() }),
  'person.edit': (around, { person, name, notes, active }) => {
    const { t } = around;
    const who = { name: personName(around, person) };
    const parts = [
      name !== undefined && t('renamed', { before: who.name, after: name.trim() }),
      notes !== undefined && t('changed-person-notes', who),
      active !== undefined && (active ? t('marked-active', who) : t('marked-inactive', who)),
    ].filter(said);
    return parts.length > 0 ? listed(parts, around) : t('saved', who);
  },
  'person.known': (around, { person, name }) => {
    const before = personName(around, person);
    return name === undefined
      ? around.t('changed-recognized', { name: before })
      : around.t('renamed', { before, after: name.trim() });
  },
  'person.merge': (around, { from, into }) =>
    around.t('merged', { name: personName(around, from), into: personName(around, into) }),
  'person.unmerge': (around, { person }) => around.t('unmerged', { name: personName(around, person) }),
  'person.link': (around, { person, account }) => {
    const who = { name: personName(around, person) };
    return account === null ? around.t('unlinked', who) : around.t('linked', who);
  },
  'person.emails': ({ t }) => t('noted-emails'),
  'person.delete': ({ t }) => t('deleted-person'),
  'station.put': (around, { station }) => {
    const { before, t } = around;
    const name = station.name.trim();
    const was = byId(before?.stations ?? [], station.id);
    if (!was) return t('added-station', { name });
    return was.name === name
      ? t('edited-station', { name })
      : t('renamed', { before: was.name, after: name });
  },
  'station.delete': (around, { station }) =>
    around.t('deleted-station', { name: stationCalled(around, station) }),
  'person.skills': (around, { skills }) => {
    const [first] = skills;
    if (!first || skills.length > 1) {
      const people = new Set(skills.map(({ person }) => person)).size;
      return around.t('set-skills', { count: skills.length, people });
    }
    const { person, station, level } = first;
    return around.t('set-skill', {
      name: personName(around, person),
      station: stationCalled(around, station),
      level: level === null ? 'none' : levelNames[level],
    });
  },
  'person.likes': (around, { likes }) => {
    const [person = '', ...others] = new Set(likes.map((each) => each.person));
    return others.length === 0
      ? around.t('changed-likes', { name: personName(around, person) })
      : around.t('changed-likes-of', { count: others.length + 1 });
  },
  'person.ages': (around, { person }) => around.t('changed-ages', { name: personName(around, person) }),
  'question.answer': (around, { question, person }) => {
    const { before, t } = around;
    const name = before ? byId(before.questions, question)?.name : undefined;
    const who = personName(around, person);
    return name === undefined ? t('said-who', { who }) : t('said-that', { name, who });
  },
  'question.ask': ({ t }, { question }) => t('asked-again', { name: question.name.trim() }),
} satisfies Partial<Phrases>;

function moved({ before, after, t }: Around<Planned>, item: PlanItem): string {
  const standing = standingOf((after ?? before)?.rotations ?? [], item);
  if (!standing) return t(`moved-a-${item.kind}`);
  const { name, place, of, inside } = standing;
  return inside ? t('moved-in', { name, place, of, inside }) : t('moved', { name, place, of });
}

function editedRotation(around: Around<Planned>, { rotation: id }: ChangeOf<'rotation.edit'>): string {
  const { t } = around;
  const before = byId(around.before?.rotations ?? [], id);
  const after = byId(around.after?.rotations ?? [], id);
  if (!before || !after) return t('saved', { name: rotationOf(around, id)?.name ?? t('a-rotation') });
  const { name } = after;
  const [from, to] = [times(before, around), times(after, around)];
  const parts = [
    before.name !== name && t('renamed', { before: before.name, after: name }),
    from !== to && t('changed-times', { name, from, to }),
  ].filter(said);
  return parts.length > 0 ? listed(parts, around) : t('saved', { name });
}

/** 'deleted Grill from Lunch (2 people unassigned)'. */
function withUnassigned(around: Around<Planned>, phrase: string): string {
  const { before, after } = around;
  if (before?.kind !== 'layout' || after?.kind !== 'layout') return phrase;
  const count = seatsFreed(before.rotations, after.rotations);
  return count > 0 ? around.t('with-unassigned', { phrase, count }) : phrase;
}

function deletedRotation(around: Around<Planned>, { rotation }: ChangeOf<'rotation.delete'>): string {
  const found = rotationOf(around, rotation);
  return found
    ? around.t('deleted-rotation-named', { name: found.name })
    : around.t('deleted', { name: gone(around, 'rotation') });
}

function changedChart(around: Around<Planned>, { rotation, people, cells }: ChangeOf<'chart.set'>): string {
  const { before, t } = around;
  const gaps = { people, rotation: rotationName(around, rotation) };
  const charts = before && byId(before.rotations, rotation)?.charts;
  if (before && !charts?.some((chart) => chart.people === people)) return t('added-chart', gaps);
  const [cell] = cells;
  if (!cell || cells.length > 1) return t('changed-chart', gaps);
  const named = { ...gaps, name: positionName(around, rotation, cell.position) };
  if (cell.by === null) return t('chart-closed', named);
  return cell.by === undefined
    ? t('chart-seat', named)
    : t('chart-covered', { ...named, by: positionName(around, rotation, cell.by) });
}

const planPhrases = {
  'rotation.add': (around, { rotation }) =>
    around.t('added-rotation', { name: rotation.name.trim(), times: times(rotation, around) }),
  'rotation.edit': (around, change) => withUnassigned(around, editedRotation(around, change)),
  'rotation.move': (around, { rotation }) => moved(around, { kind: 'rotation', rotation }),
  'rotation.delete': (around, change) => withUnassigned(around, deletedRotation(around, change)),
  'subarea.add': (around, { rotation, subarea }) =>
    around.t('added-subarea', { name: subarea.name.trim(), rotation: rotationName(around, rotation) }),
  'subarea.rename': (around, { rotation, subarea, name }) =>
    around.t('renamed-in', {
      before: subareaName(around, rotation, subarea),
      after: name.trim(),
      rotation: rotationName(around, rotation),
    }),
  'subarea.move': (around, { rotation, subarea }) => moved(around, { kind: 'subarea', rotation, subarea }),
  'subarea.delete': (around, { rotation, subarea }) => {
    const name = subareaName(around, rotation, subarea);
    const phrase = around.t('deleted-from', { name, rotation: rotationName(around, rotation) });
    return withUnassigned(around, phrase);
  },
  'position.add': (around, { rotation, subarea, position }) =>
    around.t('added-position', {
      name: position.name.trim(),
      subarea: subareaName(around, rotation, subarea),
      rotation: rotationName(around, rotation),
    }),
  'position.rename': (around, { rotation, position, name }) =>
    around.t('renamed-in', {
      before: positionName(around, rotation, position),
      after: name.trim(),
      rotation: rotationName(around, rotation),
    }),
  'position.duty': (around, { rotation, position, secondDuty }) => {
    const duty = secondDuty.trim();
    const which = {
      name: positionName(around, rotation, position),
      rotation: rotationName(around, rotation),
    };
    return duty === ''
      ? around.t('removed-second-duty', which)
      : around.t('set-second-duty', { ...which, duty });
  },
  'position.planning': (around, { rotation, position, station, priority, breaker }) => {
    const { t } = around;
    const which = {
      name: positionName(around, rotation, position),
      rotation: rotationName(around, rotation),
    };
    const parts = [
      station !== undefined && t('changed-station', which),
      priority === null && t('removed-priority', which),
      priority !== undefined && priority !== null && t('set-priority', { ...which, priority }),
      breaker !== undefined && t(breaker ? 'made-breaker' : 'made-no-breaker', which),
    ].filter(said);
    return parts.length > 0 ? listed(parts, around) : t('saved', which);
  },
  'chart.set': changedChart,
  'chart.remove': (around, { rotation, people }) =>
    around.t('removed-chart', { people, rotation: rotationName(around, rotation) }),
  'position.move': (around, { rotation, position }) =>
    moved(around, { kind: 'position', rotation, position }),
  'position.delete': (around, { rotation, position }) => {
    const name = positionName(around, rotation, position);
    const phrase = around.t('deleted-from', { name, rotation: rotationName(around, rotation) });
    return withUnassigned(around, phrase);
  },
  'notes.edit': ({ t }) => t('edited-notes'),
} satisfies Partial<Phrases>;

type Setting = 'earns-break' | 'break-length' | 'day-start' | 'time-zone' | 'times-written' | 'dates-written';

/** 'the time zone from UTC to Europe/Berlin'; false where it stayed. */
function fromTo<Value extends string | number>(
  { t }: Say,
  what: Setting,
  before: Value | undefined,
  after: Value,
  say: (value: Value) => string,
): string | false {
  if (before === after) return false;
  const to = say(after);
  return before === undefined
    ? t(`setting-${what}-to`, { to })
    : t(`setting-${what}-from-to`, { from: say(before), to });
}

function settings(around: Say, what: 'break' | 'day' | 'format', ...changed: (string | false)[]): string {
  const parts = changed.filter(said);
  if (parts.length > 0) return around.t('changed-settings', { parts: listed(parts, around) });
  return around.t(`saved-${what}-settings`);
}

function capPhrase({ t }: Say, [subarea, people]: [string, number | null], hasMore: boolean): string {
  if (hasMore) return t('changed-out-caps');
  const which = { subarea: subarea.trim() };
  return people === null ? t('removed-out-cap', which) : t('set-out-cap', { ...which, people });
}

const teamPhrases = {
  'team.create': ({ t }, { team }) => t('created-team', { name: team.name.trim() }),
  'team.rename': ({ before, t }, { name }) => {
    const after = name.trim();
    return before ? t('renamed-team-from', { before: before.name, after }) : t('renamed-team', { after });
  },
  'team.breaks': (around, change) => {
    const { before, after, t } = around;
    const { breakMinMinutes: earns, breakTimerMinutes: lasts } = after ?? change;
    const minutes = (count: number) => t('minutes', { count });
    return settings(
      around,
      'break',
      fromTo(around, 'earns-break', before?.breakMinMinutes, earns, minutes),
      fromTo(around, 'break-length', before?.breakTimerMinutes, lasts, minutes),
    );
  },
  'team.day': (around, { dayStart, timeZone }) =>
    settings(
      around,
      'day',
      fromTo(around, 'day-start', around.before?.dayStart, dayStart, (at) => time(at, around)),
      fromTo(around, 'time-zone', around.before?.timeZone, timeZone, (zone) => zone),
    ),
  'team.formats': (around, change) => {
    const was = around.before ? formatsOf(around.before) : undefined;
    return settings(
      around,
      'format',
      fromTo(around, 'times-written', was?.clock, change.clock, (clock) => formatTime(sampleTime, clock)),
      fromTo(around, 'dates-written', was?.date, change.date, (date) => formatDate(sampleDate, date)),
    );
  },
  'team.theme': ({ t }) => t('changed-color'),
  'team.logo': ({ t }, { logoUrl }) => (logoUrl === null ? t('removed-logo') : t('changed-logo')),
  'team.columns': ({ t }) => t('saved-columns'),
  'team.weekday': ({ t }, { day, area, template }) =>
    template === null
      ? t('removed-weekday', { day, area: area.trim() })
      : t('chose-weekday', { day, area: area.trim() }),
  'team.lays': ({ t }, { tomorrow }) => (tomorrow ? t('lays-tomorrow') : t('lays-nothing')),
  'team.planning': (around, { jurisdiction, variety, rush, outCap = {} }) => {
    const { t } = around;
    const [cap, ...otherCaps] = Object.entries(outCap);
    const parts = [
      jurisdiction === null && t('removed-break-law'),
      jurisdiction != null && t('chose-break-law', { place: jurisdiction }),
      variety !== undefined && t(`chose-variety-${variety}`),
      rush !== undefined && t('changed-rush'),
      cap !== undefined && capPhrase(around, cap, otherCaps.length > 0),
    ].filter(said);
    return parts.length > 0 ? listed(parts, around) : t('changed-planning');
  },
  'team.guide': ({ t }, { isShown }) => (isShown ? t('showed-guide') : t('hid-guide')),
  'area.add': ({ t }, { name }) => t('added-area', { name: name.trim() }),
  'area.rename': ({ t }, { area, name }) => t('renamed-area', { before: area, after: name.trim() }),
  'area.delete': ({ t }, { area }) => t('deleted-area', { name: area }),
  'template.create': ({ t }, { template }) => t('created-template', { name: template.name.trim() }),
  'template.rename': ({ before, t }, { name }) => {
    const after = name.trim();
    return before
      ? t('renamed-template-from', { before: before.name, after })
      : t('renamed-template', { after });
  },
  'template.area': changedArea,
  'template.delete': ({ before, t }) =>
    before ? t('deleted-named-template', { name: before.name }) : t('deleted-template'),
  'template.restore': ({ before, t }) =>
    before ? t('restored-named-template', { name: before.name }) : t('restored-template'),
} satisfies Partial<Phrases>;

const phrases: Phrases = { ...teamPhrases, ...planPhrases, ...dayPhrases, ...crewPhrases };

/** In characters, so that an entry costs little to store. */
export const longestPhrase = 300;
/** A batch names this many of its steps. */
const namedSteps = 3;

/** What a change did, as the end of a sentence that begins with its author's name. Names are those of that moment. */
export function phraseOf(
  before: DocumentBody | null,
  change: Change,
  after: DocumentBody | null,
  say: Say,
): string {
  const all = listed(phrasesOf(before, change, after, say), say) || say.t('changed-nothing');
  const phrase = (before !== null && isSame(before, after) ? say.t('without-effect', { phrase: all }) : all)
    .replace(/\s+/g, ' ')
    .trim();
  const letters = phrase.length > longestPhrase ? [...phrase] : [];
  return letters.length > longestPhrase ? `${letters.slice(0, longestPhrase - 1).join('')}…` : phrase;
}

export interface ChangeMessage {
  readonly text: string;
  /** Whether it says that something was saved, which is not all true while the change waits to be sent. */
  readonly saysSaved: boolean;
}

/** The same as a message to its author: 'Placed Ana Price on Expo in Lunch'. */
export function messageOf(
  before: DocumentBody | null,
  change: Change,
  after: DocumentBody | null,
  say: Say,
): ChangeMessage {
  let saysSaved = false;
  const t: Say['t'] = (key, ...gaps) => {
    saysSaved ||= key === 'saved' || key.startsWith('saved-');
    return say.t(key, ...gaps);
  };
  const phrase = phraseOf(before, change, after, { ...say, t });
  return { text: phrase.charAt(0).toUpperCase() + phrase.slice(1), saysSaved };
}

function phrasesOf(
  before: DocumentBody | null,
  change: Change,
  after: DocumentBody | null,
  say: Say,
): string[] {
  const steps = stepsOf(change);
  const all: string[] = [];
  let body = before;
  for (const [index, step] of steps.slice(0, namedSteps).entries()) {
    const isLast = index === steps.length - 1;
    const next = isLast ? after : bodyAfter(body, step);
    const phrase = phraseOfStep(body, step, next, say);
    if (!all.includes(phrase)) all.push(phrase);
    body = next;
  }
  const count = steps.length - namedSteps;
  if (count > 0) all.push(say.t('more-changes', { count }));
  return all;
}

function bodyAfter(body: DocumentBody | null, step: SingleChange): DocumentBody | null {
  const outcome = apply(body, step);
  return outcome.ok ? outcome.value : body;
}

function phraseOfStep(
  before: DocumentBody | null,
  step: SingleChange,
  after: DocumentBody | null,
  { t, formats }: Say,
): string {
  const fits = definitionOf(step)?.fits;
  if (!fits) return t('unknown-change');
  const fitting = (body: DocumentBody | null) => (body && fits.includes(body.kind) ? body : null);
  const phrase = phrases[step.type] as (around: Around<DocumentBody>, change: SingleChange) => string;
  return phrase({ before: fitting(before), after: fitting(after), t, formats }, step);
}
