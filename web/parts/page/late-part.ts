import { useEffect, useReducer } from 'react';
import { showToast } from '../../ui/message/toast.tsx';
import { loadWhenIdle } from './page-idle.ts';

/** A part that opens on a press: its script is there before most people's first one, also without a network. */
export function latePart<Part>(fetchPart: () => Promise<Part>) {
  let part: Part | undefined;
  const load = async () => {
    part ??= await fetchPart();
  };
  void loadWhenIdle(load);
  return { now: () => part, load };
}

/** The part, at once when it can be; where it can't be loaded for a press, it says so and calls `giveUp`. */
export function useLatePart<Part>(
  { now, load }: ReturnType<typeof latePart<Part>>,
  isWanted: boolean,
  giveUp: () => void,
): Part | undefined {
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    if (!isWanted || now()) return;
    load().then(refresh, () => {
      giveUp();
      showToast({ text: 'That couldn’t be loaded. Check the connection and try again.', tone: 'problem' });
    });
  }, [isWanted]);
  return now();
}
