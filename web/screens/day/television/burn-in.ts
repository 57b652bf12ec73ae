import type { CSSProperties } from 'react';
import { useClient } from '../../../parts/page/client-context.tsx';
import { useTicking } from '../../../parts/page/ticker.ts';

const every = 3 * 60_000;

/** Grows by one every three minutes. */
export function useStep(): number {
  const client = useClient();
  return useTicking(() => Math.floor(client.now() / every));
}

const corners = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
] as const;

/** Moves what stands still for weeks by 4 px every three minutes: the same pixels would show it until they keep it. */
export function useShift(): CSSProperties {
  const [x, y] = corners[useStep() % corners.length] ?? corners[0];
  return { '--shift': `translate(${x - 2}px, ${y - 2}px)` } as CSSProperties;
}
