import type { Client } from '../../../client/client.ts';
import { formats, shortRange, showDate, weekday } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import type { Change } from '../../../domain/change/change.ts';
import type { Crew } from '../../../domain/crew/crew.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { jobOf, type Shift } from '../../../domain/day/shift.ts';
import { walkInShift, walkInTimes } from '../../../domain/day/walk-in.ts';
import { leavesAt } from '../../../domain/day/who-is-there.ts';
import { byId } from '../../../domain/list/list.ts';
import { boardNames } from '../../../domain/plan/board-names.ts';
import { positionsOf } from '../../../domain/plan/rotation.ts';
import { mayManage, mayRunTheDay, type Role } from '../../../domain/team/user.ts';
import { addDays, type IsoDate, minutesInto } from '../../../domain/time/date.ts';
import { parseWrittenDay, weekdayOf } from '../../../domain/time/written-days.ts';
import { isForKiosk, urls, withDay } from '../../urls.ts';
import { type BoardTarget, boardTarget } from '../board/board-target.ts';
import { breaksToPress, callOut, pressBreak, recordOn } from '../board/record-on-day.ts';
import { changeLayout } from '../forms/change-toast.ts';
import { searchWords } from '../lists/word-search.ts';
import { pressUndo } from '../undo/undo-buttons.tsx';

const ofPage = words('page');
const t = words('palette');

interface NamedDay {
  readonly date: IsoDate;
  readonly label: string;
}

/** A week from yesterday on, which the palette finds by name. */
export function nearDays(today: IsoDate): readonly NamedDay[] {
  return [0, 1, -1, 2, 3, 4, 5, 6].map((days) => named(addDays(today, days), today));
}

/** '11/28', '11/28/26', '28.11.', '2026-11-28', 'Nov 28'. Without a year, the next one, or one less than two months ago. */
export function typedDays(typed: string, today: IsoDate): readonly NamedDay[] {
  const text = typed.trim();
  const isDate =
    /\d[-/.]\d|^[a-z]{3,9}\.? \d/i.test(text) && weekdayOf(text.split(' ')[0] ?? '') === undefined;
  const isDayFirst = /^\d{1,2}\./.test(text) || formats.get().date.startsWith('D');
  const order = isDayFirst ? 'day-first' : 'month-first';
  const date = isDate ? parseWrittenDay(text, { order, near: addDays(today, 122) }) : null;
  return date === null ? [] : [named(date, today)];
}

function named(date: IsoDate, today: IsoDate): NamedDay {
  const day = t('weekday-and-date', { weekday: weekday(date), date: showDate(date) });
  if (date === today) return { date, label: t('today', { day }) };
  if (date === addDays(today, -1)) return { date, label: ofPage('yesterday', { day }) };
  return { date, label: date === addDays(today, 1) ? ofPage('tomorrow', { day }) : day };
}

export interface Entry {
  readonly id: string;
  readonly label: string;
  /** What tells entries of one name apart, such as times. Found as well, after labels. */
  readonly about?: string;
  readonly kind: EntryKind;
  /** Words that also find it, such as 'start over' for an action that is called otherwise. */
  readonly also?: string;
  readonly href?: string;
  readonly run?: () => void;
}

const entryKinds = ['person', 'position', 'rotation', 'day', 'page', 'action', 'crew'] as const;
type EntryKind = (typeof entryKinds)[number];

/** Entries with their words, taken apart once. */
export const indexEntries = (entries: readonly Entry[]) =>
  entries.map((entry) => ({
    entry,
    label: searchWords(entry.label),
    about: searchWords(`${entry.about ?? ''} ${entry.also ?? ''}`),
  }));

type EntryIndex = ReturnType<typeof indexEntries>;
type Indexed = EntryIndex[number];

/** Longer texts find nothing, and would be slow to compare. */
const longestTyped = 100;

/** Best first: the whole label, labels that begin like it, labels with the words, and then what is said about them. */
export function findEntries(index: EntryIndex, typed: string, most: number): readonly Entry[] {
  const wanted = searchWords(typed.slice(0, longestTyped));
  if (wanted.length === 0) return [];
  return index
    .map((indexed) => ({ entry: indexed.entry, rank: rankOf(indexed, wanted) ?? Number.POSITIVE_INFINITY }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((one, other) => one.rank - other.rank || kindOf(one.entry) - kindOf(other.entry))
    .slice(0, most)
    .map(({ entry }) => entry);
}

function rankOf({ label, about }: Indexed, wanted: readonly string[]): number | null {
  if (wanted.every((part) => hasWord(label, part))) {
    if (label.length === wanted.length && wanted.every((part, place) => label[place] === part)) return 0;
    return wanted.every((part, place) => label[place]?.startsWith(part)) ? 1 : 2;
  }
  return wanted.every((part) => hasWord(label, part) || hasWord(about, part)) ? 3 : null;
}

// names are not always written in words, such as Japanese ones
const hasWord = (words: readonly string[], part: string): boolean =>
  words.some((word) => word.startsWith(part) || (!isPlain(part) && word.includes(part)));

const isPlain = (part: string): boolean => /^[ -~]*$/.test(part);

const kindOf = ({ kind }: Entry): number => entryKinds.indexOf(kind);

export interface PaletteContext {
  readonly client: Client;
  readonly role: Role;
  readonly team: string;
  readonly timeZone: string;
  readonly today: IsoDate;
  readonly day: { readonly id: string; readonly layout: Layout; readonly now: string | undefined } | null;
  readonly go: (href: string) => void;
}

export function allEntries(context: PaletteContext): readonly Entry[] {
  const all = [
    ...peopleEntries(context),
    ...undoEntries(context),
    ...dayEntries(context),
    ...otherDays(context.today),
    ...pages(context),
  ];
  return context.client.me.get()?.device ? all.filter(({ href = urls.day }) => isForKiosk(href)) : all;
}

export function peopleEntries(context: PaletteContext): readonly Entry[] {
  const { day } = context;
  if (!day) return [];
  const names = boardNames(day.layout.shifts, formats.get().clock);
  const places = seatsOf(day.layout, day.now);
  return day.layout.shifts.map((shift) => {
    const seats = places.get(shift.id);
    return {
      id: `shift ${shift.id}`,
      label: names.get(shift.id)?.full ?? shift.teamMember,
      about: [shortRange(shift), seats?.position ?? jobOf(shift)].filter(Boolean).join(' · '),
      kind: 'person',
      run: () => show(context, { shift: shift.id, rotations: seats?.rotations ?? [] }),
    };
  });
}

/** By shift: where they are in the rotation that is now, or in the first of theirs, and all of theirs. */
function seatsOf({ rotations }: Layout, now: string | undefined) {
  const found = new Map<string, { position: string; rotations: readonly string[] }>();
  for (const rotation of nowFirst(rotations, now)) {
    for (const { name, seats } of positionsOf(rotation)) {
      for (const shift of seats) {
        const known = found.get(shift);
        found.set(shift, {
          position: known?.position ?? name,
          rotations: [...(known?.rotations ?? []), rotation.id],
        });
      }
    }
  }
  return found;
}

const nowFirst = <T extends { readonly id: string }>(rotations: readonly T[], now: string | undefined) =>
  [...rotations].sort((one, other) => Number(other.id === now) - Number(one.id === now));

function show({ go, team, day }: PaletteContext, wanted: BoardTarget): void {
  boardTarget.set(wanted);
  if (window.location.pathname !== urls.day) go(withDay(urls.day, { team, layout: day?.id ?? null }));
}

/** The crew without a shift on the chosen day: they come in as walk-ins. */
export function crewEntries(context: PaletteContext, { people }: Crew): readonly Entry[] {
  const { client, day, role, timeZone } = context;
  if (!day || !mayRunTheDay(role)) return [];
  const { layout } = day;
  const rotation = byId(layout.rotations, day.now ?? '');
  if (!rotation) return [];
  const here = new Set(layout.shifts.map(({ person }) => person));
  return people
    .filter(({ id, active }) => active && !here.has(id))
    .map(({ id, name, jobs }) => ({
      id: `crew ${id}`,
      label: name,
      about: [t('not-on-day'), ...jobs.slice(0, 2)].join(' · '),
      kind: 'crew',
      run() {
        const times = walkInTimes(layout, rotation, minutesInto(layout.date, client.now(), timeZone));
        const walkIn = { ...walkInShift(client.newId(), name, times), person: id };
        show(context, { walkIn, rotations: [rotation.id] });
      },
    }));
}

function dayEntries(context: PaletteContext): readonly Entry[] {
  const { day, role } = context;
  if (!day) return [];
  const { rotations, shifts } = day.layout;
  const positions = nowFirst(rotations, day.now).flatMap((rotation) =>
    rotation.subareas.flatMap((subarea) =>
      subarea.positions.map(
        ({ id, name }): Entry => ({
          id: `position ${id}`,
          label: name,
          about: `${rotation.name} · ${subarea.name}`,
          kind: 'position',
          run: () => show(context, { position: id, rotations: [rotation.id] }),
        }),
      ),
    ),
  );
  const parts = rotations.map(
    (rotation): Entry => ({
      id: `rotation ${rotation.id}`,
      label: rotation.name,
      about: shortRange(rotation),
      kind: 'rotation',
      run: () => show(context, { rotations: [rotation.id] }),
    }),
  );
  const names = boardNames(shifts, formats.get().clock);
  const actions = mayRunTheDay(role)
    ? shifts.flatMap((shift) =>
        personActions(context, day, shift, names.get(shift.id)?.full ?? shift.teamMember),
      )
    : [];
  return [...positions, ...parts, ...actions];
}

type Day = NonNullable<PaletteContext['day']>;

function personActions(context: PaletteContext, day: Day, shift: Shift, name: string): readonly Entry[] {
  const { client, timeZone } = context;
  const { layout } = day;
  const recorded = (change: Change) => recordOn(client, () => changeLayout(client, change));
  const entry = (what: string, label: string, also: string, run: () => void): Entry => ({
    ...{ id: `${what} ${shift.id}`, label, also, kind: 'action', run },
  });
  if (shift.out || shift.late) {
    return [
      entry('back', t('mark-here', { name }), t('also-here'), () =>
        recorded({ type: 'shift.back', shift: shift.id }),
      ),
    ];
  }
  const leaves = leavesAt(shift, layout, timeZone);
  const { running, next } = breaksToPress(shift, layout, client.now(), leaves);
  const press = (slot: number, wants: 'start' | 'end') => () => pressBreak(client, shift, slot, wants);
  const call = (reason: 'sick' | 'no-show') => () =>
    recorded(callOut(client, layout, shift, reason, minutesInto(layout.date, client.now(), timeZone)));
  return [
    ...(running >= 0 ? [entry('break', t('end-break', { name }), t('also-end'), press(running, 'end'))] : []),
    ...(running < 0 && next >= 0
      ? [entry('break', t('start-break', { name }), '', press(next, 'start'))]
      : []),
    entry('sick', t('call-out-sick', { name }), t('also-sick'), call('sick')),
    entry('no-show', t('mark-no-show', { name }), t('also-no-show'), call('no-show')),
    entry('move', t('move-or-swap', { name }), t('also-move'), () =>
      show(context, { shift: shift.id, rotations: seatsOf(layout, day.now).get(shift.id)?.rotations ?? [] }),
    ),
  ];
}

const otherDays = (today: IsoDate): readonly Entry[] =>
  nearDays(today).map(({ date, label }) => dayEntry(date, label));

export const dayEntry = (date: IsoDate, label: string): Entry => ({
  ...{ id: `day ${date}`, label, kind: 'day', href: urls.layoutsOn(date) },
});

function undoEntries({ client }: PaletteContext): readonly Entry[] {
  const last = client.undo.state.get();
  return (['undo', 'redo'] as const).flatMap((which) => {
    const about = last[which];
    if (about === null) return [];
    const label = which === 'undo' ? ofPage('undo') : t('redo');
    return [{ id: which, label, about, kind: 'action', run: () => void pressUndo(client, which) }];
  });
}

function pages({ role, day }: PaletteContext): readonly Entry[] {
  const page = (label: string, href: string, also = ''): Entry => ({
    ...{ id: `page ${href}`, label, also, kind: 'page', href },
  });
  const leads = mayRunTheDay(role);
  return [
    ...(day
      ? [
          page(ofPage('day'), urls.day, t('also-day')),
          page(t('timeline'), urls.timeline),
          page(ofPage('overview'), urls.overview, t('also-overview')),
          page(ofPage('shifts'), urls.shifts),
          page(ofPage('rotations'), urls.rotations, t('also-rotations')),
          page(ofPage('history'), urls.layoutHistory),
          page(ofPage('print-day'), urls.printDay, t('also-print')),
          page(ofPage('print-rotation'), urls.printRotation, t('also-print')),
          ...(leads ? [page(ofPage('print-handover'), urls.printHandover, t('also-print'))] : []),
        ]
      : []),
    page(t('layouts'), urls.layouts, t('also-layouts')),
    page(t('team'), urls.team, t('also-team')),
    page(ofPage('my-day'), urls.mine, t('also-my-day')),
    page(ofPage('print-week'), urls.printWeek, t('also-print-week')),
    page(t('account'), urls.account, t('also-account')),
    ...(leads
      ? [page(t('team-history'), urls.teamHistory), page(ofPage('crew'), urls.crew, t('also-crew'))]
      : []),
    ...(mayManage(role) ? [page(t('templates'), urls.templates)] : []),
    ...(leads
      ? [{ ...page(t('new-layout'), urls.newLayout, t('also-new-layout')), kind: 'action' as const }]
      : []),
  ];
}
