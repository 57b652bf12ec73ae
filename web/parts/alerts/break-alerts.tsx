import { useEffect, useRef } from 'react';
import { alertText, type BreakAlert, breakAlerts } from '../../../domain/day/break-alerts.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { boardNameIn } from '../../../domain/plan/board-names.ts';
import { showToast } from '../../ui/message/toast.tsx';
import type { WatchedLayout } from '../mine/use-my-layouts.ts';
import { useClient, useTimeZone } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';
import { playSound } from './alert-sound.ts';

/** How often to look, in milliseconds. */
const lookEvery = 5_000;
/** Names in one message. */
const mostNames = 3;

export function OwnAlerts({ layouts, ids }: { layouts: readonly WatchedLayout[]; ids: readonly string[] }) {
  useAlerts(layouts, (fresh) => {
    const own = fresh.filter(
      ({ alert: { shift } }) => shift.person !== undefined && ids.includes(shift.person),
    );
    for (const { alert } of own) {
      const { title, body } = alertText(alert, null);
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
        .filter(({ alert }) => alert.kind === kind)
        .map(({ alert }) => boardNameIn(layout, alert.shift.id)?.short ?? 'Someone');
      if (names.length > 0) showToast({ text: `Break ${kind}: ${listNames(names)}`, tone: 'notice' });
    }
    return fresh.length > 0;
  });
  return null;
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(', ');
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}

interface Fresh {
  readonly alert: BreakAlert;
}

/** Calls `say` with each alert once. Those that were there when the page opened are on the page already. */
function useAlerts(layouts: readonly WatchedLayout[], say: (fresh: readonly Fresh[]) => boolean): void {
  const client = useClient();
  const timeZone = useTimeZone();
  const seen = useRef<Set<string>>(null);
  const tick = useTicking(() => Math.floor(client.now() / lookEvery));
  const latest = useRef(say);
  latest.current = say;

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again with each tick
  useEffect(() => {
    const active = layouts.flatMap(({ id, layout }) =>
      breakAlerts(layout, client.now(), timeZone).map((alert) => ({ alert, key: `${id} ${alert.key}` })),
    );
    if (seen.current === null) {
      seen.current = new Set(active.map(({ key }) => key));
      return;
    }
    const known = seen.current;
    const fresh = active.filter(({ key }) => !known.has(key));
    for (const { key } of fresh) known.add(key);
    if (fresh.length > 0 && latest.current(fresh)) void playSound();
  }, [layouts, timeZone, client, tick]);
}
