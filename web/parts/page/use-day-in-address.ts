import { useLayoutEffect, useRef, useState } from 'react';
import { noBoard, withDay, withoutDay } from '../../urls.ts';
import { useClient, useObservable } from './client-context.tsx';
import { currentAddress, navigate } from './navigation.ts';

export interface DayInAddress {
  readonly team?: string;
  readonly layout?: string;
  /** What the day view shows, where it is another layout. */
  readonly board?: string;
}

/**
 * Keeps the layout that the page is about and the address in sync, so that other tabs don't change this one. A visited address
 * sets the layout, and on the day view also the board; a choice made on the page replaces the address. Returns false until the
 * layout is that of the address.
 */
export function useDayInAddress(
  { team: askedTeam, layout: asked, board: askedBoard = asked }: DayInAddress,
  isDayView: boolean,
): boolean {
  const { choices, me } = useClient();
  const team = useObservable(choices.team);
  const layout = useObservable(choices.layout);
  const board = useObservable(choices.board);
  const wantsBoard = asked === undefined && board !== layout && (isDayView || layout === null);
  const address = asked === undefined ? undefined : [askedTeam, asked, askedBoard].join(' ');
  const [taken, setTaken] = useState<string>();
  /** What this hook wrote to the address, until the address has it. */
  const written = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (wantsBoard) choices.openLayout(board);
  }, [choices, wantsBoard, board]);

  useLayoutEffect(() => {
    if (asked === undefined) return;
    if (address === written.current) written.current = undefined;
    else {
      const isMember = me.get()?.teams.some(({ id }) => id === askedTeam);
      if (askedTeam !== undefined && isMember) choices.chooseTeam(askedTeam);
      if (isDayView) choices.chooseLayout(asked);
      else choices.openLayout(asked, askedBoard === noBoard ? null : askedBoard);
    }
    setTaken(address);
  }, [choices, me, askedTeam, asked, askedBoard, address, isDayView]);

  useLayoutEffect(() => {
    const isTaken = address === undefined || taken === address;
    if (!isTaken || wantsBoard || team === null || layout === null) return;
    const boardBehind = isDayView ? layout : (board ?? noBoard);
    if (team === askedTeam && layout === asked && boardBehind === askedBoard) return;
    written.current = [team, layout, boardBehind].join(' ');
    const href = withDay(withoutDay(currentAddress()), { team, layout, board });
    navigate(href, { replace: true, keepScroll: true });
  }, [team, layout, board, askedTeam, asked, askedBoard, address, taken, wantsBoard, isDayView]);

  if (address === undefined) return !wantsBoard;
  return taken === address || (layout === asked && team === askedTeam);
}
