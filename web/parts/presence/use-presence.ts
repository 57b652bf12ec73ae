import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Present } from '../../../client/presence/presence.ts';
import type { Holds } from '../../../contract/live.ts';
import { useClient, useMe, useObservable, useTeamId } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';
import { untouchedFor } from '../page/user-activity.ts';

/** In milliseconds. Somebody who left a shift selected isn't editing. */
const handsOffAfter = 60_000;

const nobody = { get: () => noOthers, subscribe: () => () => {} };
const noOthers: readonly Present[] = [];

/** Those who edit the chosen layout on other pages. */
export function useOthers(): readonly Present[] {
  const client = useClient();
  const team = useTeamId();
  const layout = useObservable(client.choices.layout);
  return useObservable(team === null || layout === null ? nobody : client.presence.others(team, layout));
}

const isHere = () => (document.hidden || untouchedFor() > handsOffAfter ? 0 : 1);

/** Tells others what this page holds of the chosen layout, for as long as somebody is at the page. */
export function useHold(holds: Holds | null): void {
  const { presence, choices } = useClient();
  const team = useTeamId();
  const layout = useObservable(choices.layout);
  const isHeld = useTicking(isHere, holds !== null) === 1 && holds !== null;
  const text = isHeld ? JSON.stringify(holds) : null;
  useEffect(() => {
    if (team === null || layout === null || text === null) return;
    presence.hold(team, layout, JSON.parse(text) as Holds);
    const leaveIfHidden = () => document.hidden && presence.leave();
    document.addEventListener('visibilitychange', leaveIfHidden);
    return () => {
      document.removeEventListener('visibilitychange', leaveIfHidden);
      presence.release();
    };
  }, [presence, team, layout, text]);
}

interface Hands {
  subscribe(listener: () => void): () => void;
  holder(what: keyof Holds, id: string): string | null;
}

const noHands: Hands = { subscribe: () => () => {}, holder: () => null };
export const HandsContext = createContext<Hands>(noHands);

/** The hands of others in the chosen layout, for `HandsContext`. */
export function useHands(): Hands {
  const client = useClient();
  const me = useMe()?.user?.id;
  const team = useTeamId();
  const layout = useObservable(client.choices.layout);
  return useMemo(() => {
    if (team === null || layout === null) return noHands;
    const others = client.presence.others(team, layout);
    return {
      subscribe: (listener) => others.subscribe(listener),
      holder(what, id) {
        const found = others.get().find(({ holds }) => holds[what] === id);
        return found ? nameOf(found, me) : null;
      },
    };
  }, [client, me, team, layout]);
}

/** Who else holds a shift or a position; null if nobody does. */
export function useHolder(what: 'shift' | 'position', id: string): string | null {
  const hands = useContext(HandsContext);
  return useSyncExternalStore(hands.subscribe, () => hands.holder(what, id));
}

export const nameOf = ({ person, name }: Present, me: string | undefined): string =>
  person === me ? 'You' : name;
