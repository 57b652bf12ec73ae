import { useLayoutEffect, useRef, useState } from 'react';
import { withDay, withoutDay } from '../../urls.ts';
import { useClient, useObservable } from './client-context.tsx';
import { currentAddress, navigate } from './navigation.ts';

export interface DayInAddress {
  readonly team?: string;
  readonly layout?: string;
}

/**
 * Keeps the chosen layout and the address in sync, so that other tabs don't change this one. A visited address sets the
 * choice; a choice made on the page replaces the address. Returns false until the choice is that of the address.
 */
export function useDayInAddress({ team: askedTeam, layout: asked }: DayInAddress): boolean {
  const { choices, me } = useClient();
  const team = useObservable(choices.team);
  const layout = useObservable(choices.layout);
  const address = asked === undefined ? undefined : `${askedTeam ?? ''} ${asked}`;
  const [taken, setTaken] = useState<string>();
  /** What this hook wrote to the address, until the address has it. */
  const written = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (asked === undefined) return;
    if (address === written.current) written.current = undefined;
    else {
      const isMember = me.get()?.teams.some(({ id }) => id === askedTeam);
      if (askedTeam !== undefined && isMember) choices.chooseTeam(askedTeam);
      choices.chooseLayout(asked);
    }
    setTaken(address);
  }, [choices, me, askedTeam, asked, address]);

  useLayoutEffect(() => {
    const isTaken = address === undefined || taken === address;
    if (!isTaken || team === null || layout === null) return;
    if (team === askedTeam && layout === asked) return;
    written.current = `${team} ${layout}`;
    const href = withDay(withoutDay(currentAddress()), { team, layout });
    navigate(href, { replace: true, keepScroll: true });
  }, [team, layout, askedTeam, asked, address, taken]);

  return address === undefined || taken === address || (layout === asked && team === askedTeam);
}
