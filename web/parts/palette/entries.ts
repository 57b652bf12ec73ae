import type { Client } from '../../../client/client.ts';
import type { Change } from '../../../domain/change/change.ts';
import type { Crew } from '../../../domain/crew/crew.ts';
import { breakDisplay } from '../../../domain/day/break.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { leavesAt, outTime } from '../../../domain/day/presence.ts';
import { jobOf, type Shift } from '../../../domain/day/shift.ts';
import { walkInShift, walkInTimes } from '../../../domain/day/walk-in.ts';
import { byId } from '../../../domain/list/list.ts';
import { boardNames } from '../../../domain/plan/board-names.ts';
import { positionsOf } from '../../../domain/plan/rotation.ts';
import { mayManage, mayRunTheDay, type Role } from '../../../domain/team/user.ts';
import { shortRange } from '../../../domain/time/clock-time.ts';
import { type IsoDate, minutesInto } from '../../../domain/time/date.ts';
import { urls, withDay } from '../../urls.ts';
import { recordOn, startOf } from '../ask/ask-first.ts';
import { type Asked, asked } from '../board/asked.ts';
import { changeWithToast } from '../forms/change-toast.ts';
import { pressRedo, pressUndo } from '../undo/press-undo.ts';
import type { Entry } from './match.ts';
import { nearDays } from './typed-days.ts';

export interface PaletteContext {
  readonly client: Client;
  readonly role: Role;
  readonly team: string;
  readonly timeZone: string;
  readonly today: IsoDate;
  /** The chosen day; null without one. */
  readonly day: { readonly id: string; readonly layout: Layout; readonly now: string | undefined } | null;
  readonly go: (href: string) => void;
}

/** Everything that the palette finds for this person. */
export function allEntries(context: PaletteContext): readonly Entry[] {
  return [
    ...peopleEntries(context),
    ...undoEntries(context),
    ...dayEntries(context),
    ...otherDays(context.today),
    ...pages(context),
  ];
}

/** The people of the chosen day. */
export function peopleEntries(context: PaletteContext): readonly Entry[] {
  const { day } = context;
  if (!day) return [];
  const names = boardNames(day.layout.shifts);
  const places = seatsOf(day.layout, day.now);
  return day.layout.shifts.map((shift) => {
    const seats = places.get(shift.id);
    return {
      id: `shift ${shift.id}`,
      label: names.get(shift.id)?.full ?? shift.teamMember,
      about: [shortRange(shift), seats?.position ?? jobOf(shift)].filter(Boolean).join(' · '),
      kind: 'Person',
      run: () => show(context, { shift: shift.id, rotations: seats?.rotations ?? [] }),
    };
  });
}

interface Seats {
  /** Where they are in the rotation that is now, or in the first of theirs. */
  readonly position: string;
  readonly rotations: readonly string[];
}

function seatsOf({ rotations }: Layout, now: string | undefined): ReadonlyMap<string, Seats> {
  const found = new Map<string, Seats>();
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

function show({ go, team, day }: PaletteContext, wanted: Asked): void {
  asked.set(wanted);
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
      about: ['Not on this day, add as a walk-in', ...jobs.slice(0, 2)].join(' · '),
      kind: 'Crew',
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
          kind: 'Position',
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
      kind: 'Rotation',
      run: () => show(context, { rotations: [rotation.id] }),
    }),
  );
  const names = boardNames(shifts);
  const actions = mayRunTheDay(role)
    ? shifts.flatMap((shift) =>
        personActions(context, day, shift, names.get(shift.id)?.full ?? shift.teamMember),
      )
    : [];
  return [...positions, ...parts, ...actions];
}

type Day = NonNullable<PaletteContext['day']>;

function personActions(context: PaletteContext, day: Day, shift: Shift, name: string): readonly Entry[] {
  const { client, team, timeZone } = context;
  const document = () => client.open('layout', team, day.id);
  const { layout } = day;
  const recorded = (change: Change) =>
    recordOn(client, document(), () => changeWithToast(document(), change));
  const entry = (what: string, label: string, also: string, run: () => void): Entry => ({
    ...{ id: `${what} ${shift.id}`, label, also, kind: 'Action', run },
  });
  if (shift.out || shift.late) {
    return [
      entry('back', `Mark ${name} as here`, 'back again', () =>
        recorded({ type: 'shift.back', shift: shift.id }),
      ),
    ];
  }
  const by = client.me.get()?.user?.id ?? null;
  const leaves = leavesAt(shift, layout, timeZone);
  const states = shift.breaks.map(
    (slot) => breakDisplay(slot, layout.breakTimerMinutes, client.now(), leaves).state,
  );
  const running = states.findIndex((state) => state === 'running' || state === 'over');
  const next = states.indexOf('not-taken');
  const press = (slot: number, wants: 'start' | 'end') => () => {
    const pressed = { type: 'break.press', shift: shift.id, slot, wants, by } as const;
    const record = () => changeWithToast(document(), { ...pressed, at: client.now() });
    if (wants === 'start') startOf(client, document(), layout, shift, record);
    else recordOn(client, document(), record);
  };
  const callOut = (reason: 'sick' | 'no-show') => () => {
    const minute = minutesInto(layout.date, client.now(), timeZone);
    const from = reason === 'no-show' ? shift.startTime : outTime(shift, minute, layout.dayStart);
    recorded({
      ...{ type: 'shift.out', shift: shift.id, reason, from, keeps: 'stood', at: client.now(), by },
    });
  };
  return [
    ...(running >= 0 ? [entry('break', `End ${name}’s break`, 'stop', press(running, 'end'))] : []),
    ...(running < 0 && next >= 0 ? [entry('break', `Start ${name}’s break`, '', press(next, 'start'))] : []),
    entry('sick', `Call ${name} out sick`, 'call-out', callOut('sick')),
    entry('no-show', `Mark ${name} as a no-show`, 'out', callOut('no-show')),
    entry('move', `Move or swap ${name}`, 'position', () =>
      show(context, { shift: shift.id, rotations: seatsOf(layout, day.now).get(shift.id)?.rotations ?? [] }),
    ),
  ];
}

const otherDays = (today: IsoDate): readonly Entry[] =>
  nearDays(today).map(({ date, label }) => dayEntry(date, label));

export const dayEntry = (date: IsoDate, label: string): Entry => ({
  ...{ id: `day ${date}`, label, kind: 'Day', href: urls.layoutsOn(date) },
});

/** What undo and redo would take back now. */
function undoEntries({ client }: PaletteContext): readonly Entry[] {
  const { undo, redo } = client.undo.state.get();
  const entry = (label: string, what: string, run: () => void): Entry => ({
    ...{ id: label, label, about: what, kind: 'Action', run },
  });
  return [
    ...(undo === null ? [] : [entry('Undo', undo, () => void pressUndo(client))]),
    ...(redo === null ? [] : [entry('Redo', redo, () => void pressRedo(client))]),
  ];
}

function pages({ role, day }: PaletteContext): readonly Entry[] {
  const page = (label: string, href: string, also = ''): Entry => ({
    ...{ id: `page ${href}`, label, also, kind: 'Page', href },
  });
  const leads = mayRunTheDay(role);
  return [
    ...(day
      ? [
          page('Day', urls.day, 'board'),
          page('Timeline', urls.timeline),
          page('Overview', urls.overview, 'notes'),
          page('Shifts', urls.shifts),
          page('Rotations', urls.rotations, 'positions'),
          page('History', urls.layoutHistory),
        ]
      : []),
    page('Layouts', urls.layouts, 'days calendar'),
    page('Team', urls.team, 'members'),
    page('My Day', urls.mine, 'shift breaks'),
    page('Account', urls.account, 'settings'),
    ...(leads ? [page('Team History', urls.teamHistory), page('Crew', urls.crew, 'people')] : []),
    ...(mayManage(role) ? [page('Templates', urls.templates)] : []),
    ...(leads ? [{ ...page('New Layout', urls.newLayout, 'create day'), kind: 'Action' as const }] : []),
  ];
}
