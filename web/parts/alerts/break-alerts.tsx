import { useEffect, useEffectEvent, useRef } from 'react';
import { formats } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { alertText, type BreakAlert, breakAlerts } from '../../../domain/day/break-alerts.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { boardNameIn } from '../../../domain/plan/board-names.ts';
import { showToast } from '../../ui/message/toast.tsx';
import type { WatchedLayout } from '../mine/use-my-layouts.ts';
import { useClient, useTimeZone } from '../page/client-context.tsx';
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
  useAlerts([{ id, layout }], (fresh) => {
    for (const kind of ['due', 'over'] as const) {
      const names = fresh
        .filter((alert) => alert.kind === kind)
        .map(({ shift }) => boardNameIn(layout, shift.id, formats.get().clock)?.short ?? t('someone'));
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
