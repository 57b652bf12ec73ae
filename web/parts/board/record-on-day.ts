import type { Client } from '../../../client/client.ts';
import type { LiveDocument } from '../../../client/document/document-view.ts';
import { bareTime, showShortDay } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { outName } from '../../../domain/day/attendance.ts';
import { type BreakDisplay, type BreakPress, breakDisplay } from '../../../domain/day/break.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { nextSlot, type OutReason, type Shift, slotMinutes } from '../../../domain/day/shift.ts';
import { outTime, presentSpan } from '../../../domain/day/who-is-there.ts';
import { done } from '../../../domain/problem/problem.ts';
import { spanOf } from '../../../domain/time/clock-time.ts';
import { businessDay, type IsoDate, minutesInto } from '../../../domain/time/date.ts';
import { openConfirmation } from '../ask/ask-first.ts';
import { changeLayout } from '../forms/change-toast.ts';
import { asSomeone } from '../kiosk/unlock-first.ts';
import { chosenLayout } from '../page/client-context.tsx';

const t = words('day');

type BreakLength = Pick<Layout, 'breakTimerMinutes'>;

/** When something is recorded, and by whom. */
export const stamp = (client: Client) => ({ at: client.now(), by: client.author });

/** Starts, ends or confirms a break of somebody on the chosen day, after a question where that is most likely not meant. */
export function pressBreak(client: Client, shift: Shift, slot: number, wants: BreakPress | 'confirm'): void {
  const record = () => {
    const about = { shift: shift.id, slot, ...stamp(client) };
    return changeLayout(
      client,
      wants === 'confirm' ? { type: 'break.confirm', ...about } : { type: 'break.press', wants, ...about },
    );
  };
  if (wants === 'start') startOf(client, shift, record);
  else recordOn(client, record);
}

/** Which of somebody's breaks runs, could be started next, and is late or may have ended in time; -1 for none. */
export function breaksToPress(shift: Shift, day: BreakLength, now: number, leaves: number) {
  const states = shift.breaks.map(
    (slot, index) => breakDisplay(slot, slotMinutes(shift, index, day), now, leaves).state,
  );
  const indexOf = (...wanted: readonly BreakDisplay['state'][]) =>
    states.findIndex((state) => wanted.includes(state));
  return {
    running: indexOf('running', 'over'),
    next: nextSlot(shift),
    late: indexOf('over', 'unconfirmed'),
  };
}

/** Who never came is out from the start. */
export function callOut(client: Client, layout: Layout, shift: Shift, reason: OutReason, minute: number) {
  const from = reason === 'no-show' ? shift.startTime : outTime(shift, minute, layout.dayStart);
  return { type: 'shift.out', shift: shift.id, reason, from, keeps: 'stood', ...stamp(client) } as const;
}

/** A day that is over takes changes for as long as this since the last one that was confirmed. */
const confirmedMilliseconds = 10 * 60_000;
let confirmed: { document: LiveDocument<Layout>; at: number } | null = null;

/**
 * Changes the chosen day: on a locked kiosk once somebody is there, one that is over once they said that it belongs there.
 * False when it was refused.
 */
export function recordOn(client: Client, run: () => boolean): boolean {
  if (client.isLocked) {
    asSomeone(client, () => recordOn(client, run));
    return true;
  }
  const document = chosenLayout(client);
  const view = document?.get();
  const today = todayOf(client);
  if (!document || view?.state !== 'ready' || !today || !isOver(view.body, today)) return run();
  const isConfirmed = confirmed?.document === document && client.now() - confirmed.at < confirmedMilliseconds;
  const record = () => {
    confirmed = { document, at: client.now() };
    return run();
  };
  if (isConfirmed) return record();
  const day = showShortDay(view.body.date);
  openConfirmation.set({
    title: t('day-over', { day }),
    text: t('day-over-ask', { day }),
    action: t('record-on', { day }),
    work: () => done(record()),
    today: today.date,
  });
  return true;
}

/** As recordOn, and asks about a break of somebody who is not there. */
function startOf(client: Client, shift: Shift, start: () => boolean): void {
  const today = todayOf(client);
  const view = chosenLayout(client)?.get();
  const isOn = today !== null && view?.state === 'ready' && !isOver(view.body, today);
  const why = isOn ? askIfNotThere(view.body, shift, today.minuteOf(view.body.date)) : null;
  if (why === null) recordOn(client, start);
  else openConfirmation.set({ title: why, action: t('start-break'), work: () => done(start()) });
}

/** 'Wes starts at 1:00. Start anyway?'; null for somebody who is there. */
export function askIfNotThere(layout: Layout, shift: Shift, minute: number): string | null {
  const [name = ''] = shift.teamMember.split(' ');
  const planned = spanOf(shift, layout.dayStart);
  const present = presentSpan(shift, layout.dayStart);
  if (shift.out && (!present || minute >= present.end)) {
    const why = outName(shift.out.reason, t);
    return why === '' ? t('start-out', { name }) : t('start-out-why', { name, why });
  }
  if (minute >= planned.end) return t('start-left', { name, time: bareTime(planned.end) });
  if (present && minute < present.start) {
    const gaps = { name, time: bareTime(present.start) };
    return shift.late ? t('start-expected', gaps) : t('start-later', gaps);
  }
  return shift.late && shift.late.expected === null ? t('start-late', { name }) : null;
}

function isOver(
  { date, dayStart, rotations, shifts }: Layout,
  today: { date: IsoDate; minuteOf: (date: IsoDate) => number },
): boolean {
  if (date >= today.date) return false;
  const ends = [...rotations, ...shifts].map((each) => spanOf(each, dayStart).end);
  return today.minuteOf(date) >= Math.max(0, ...ends);
}

function todayOf(client: Client) {
  const team = client.choices.team.get();
  const view = team === null ? undefined : client.open('team', team, team).get();
  if (view?.state !== 'ready') return null;
  const { timeZone, dayStart } = view.body;
  return {
    date: businessDay(client.now(), timeZone, dayStart),
    minuteOf: (date: IsoDate) => minutesInto(date, client.now(), timeZone),
  };
}
