import type { Layout } from '../../../domain/day/layout.ts';
import { leftText, stillLeft } from '../../../domain/day/left-out.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { showDate, weekday } from '../../../domain/time/date.ts';
import { useRole } from '../../parts/page/client-context.tsx';
import { Alert } from '../../ui/message/message.tsx';

/** That the layout was made automatically, and who could not be placed; `isShort` leaves out what needs no action. */
export function LaidNotice({ layout, isShort = false }: { layout: Layout; isShort?: boolean }) {
  const mayEdit = mayRunTheDay(useRole());
  const { laid } = layout;
  if (!laid || !mayEdit) return null;
  const left = leftText(layout, stillLeft(layout, laid));
  if (isShort && left === '') return null;
  const placed =
    laid.from === null
      ? 'People are placed once shifts are in.'
      : `People were placed as on ${weekday(laid.from)}, ${showDate(laid.from)}.`;
  return <Alert>{`Made automatically. ${placed}${left && ` Not placed: ${left}`}`}</Alert>;
}
