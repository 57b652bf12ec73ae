import { useEffect, useEffectEvent, useRef } from 'react';
import { formats } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { alertText, type BreakAlert, breakAlerts } from '../../../domain/day/break-alerts.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { relieverOf } from '../../../domain/day/reliever.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { boardNameIn } from '../../../domain/plan/board-names.ts';
import { mayTakeBy } from '../../../domain/planner/may-take.ts';
import { minutesInto } from '../../../domain/time/date.ts';
import { showToast } from '../../ui/message/toast.tsx';
import type { WatchedLayout } from '../mine/use-my-layouts.ts';
import { useClient, useKnownCrew, useTimeZone } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';
import { playSound } from './alert-sound.ts';

const t = words('push');

/** How often to look, in milliseconds. */
const lookEvery = 5_000;
/** Alerts that passed, and aren't said again should they come back: those of some days. */
const mostSeen = 500;
/** Names in one message. */
const mostNames = 3;

export function OwnAlerts({ layouts, ids }: { layouts: readonly WatchedLayout[]; ids: readonly string[] }) {
  useAlerts(layouts, (fresh) => {
    const own = fresh.filter(({ shift }) => shift.person !== undefined && ids.includes(shift.person));
    for (const alert of own) {
      const { title, body } = alertText(t, alert, { name: null, clock: formats.get().clock });
      showToast({ text: `${title}. ${body}.`, tone: 'notice' });
    }
    return own.length > 0;
  });
  return null;
}

export function BoardAlerts({ id, layout }: { id: string; layout: Layout }) {
  const client = useClient();
  const timeZone = useTimeZone();
  const crew = useKnownCrew();
  const nameOf = ({ id }: Shift) => boardNameIn(layout, id, formats.get().clock)?.short ?? t('someone');
  useAlerts([{ id, layout }], (fresh) => {
    const at = { now: client.now(), minute: minutesInto(layout.date, client.now(), timeZone) };
    const mayTake = mayTakeBy(crew, layout.date);
    // more than a few by name would cover the board
    const relieved = fresh.flatMap((alert) => {
      const relief = alert.kind === 'due' ? relieverOf(layout, alert, at, mayTake) : null;
      return relief ? [{ alert, relief }] : [];
    });
    const named = relieved.slice(0, mostNames);
    for (const { alert, relief } of named) {
      const gaps = { reliever: nameOf(relief.shift), position: relief.position.name };
      showToast({ text: t('break-for', { name: nameOf(alert.shift), ...gaps }), tone: 'notice' });
    }
    const others = fresh.filter((alert) => named.every((each) => each.alert !== alert));
    for (const kind of ['due', 'over'] as const) {
      const names = others.filter((alert) => alert.kind === kind).map(({ shift }) => nameOf(shift));
      if (names.length > 0)
        showToast({ text: t(`breaks-${kind}`, { names: listNames(names) }), tone: 'notice' });
    }
    return fresh.length > 0;
  });
  return null;
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(', ');
  return names.length > mostNames
    ? t('names-and-more', { names: shown, count: names.length - mostNames })
    : shown;
}

/** Calls `say` with each alert once. Those that were there when the page opened are on the page already. */
function useAlerts(layouts: readonly WatchedLayout[], say: (fresh: readonly BreakAlert[]) => boolean): void {
  const client = useClient();
  const timeZone = useTimeZone();
  const seen = useRef<Set<string>>(null);
  const tick = useTicking(() => Math.floor(client.now() / lookEvery));
  const look = useEffectEvent(() => {
    const active = layouts.flatMap(({ id, layout }) =>
      breakAlerts(layout, client.now(), timeZone).map((alert) => ({ alert, key: `${id} ${alert.key}` })),
    );
    const known = seen.current;
    const now = active.map(({ key }) => key);
    const before = [...(known ?? [])].filter((key) => !now.includes(key));
    seen.current = new Set([...before.slice(-mostSeen), ...now]);
    const fresh = active.filter(({ key }) => known && !known.has(key)).map(({ alert }) => alert);
    if (fresh.length > 0 && say(fresh)) void playSound();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again with each tick
  useEffect(look, [layouts, timeZone, client, tick]);
}
