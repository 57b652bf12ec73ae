import type { Laid } from '../../../domain/day/laid.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { leftText, stillLeft } from '../../../domain/day/left-text.ts';
import { showDate, weekday } from '../../../domain/time/date.ts';
import { Alert } from '../../ui/message/message.tsx';

export function LaidText({ layout, laid, isShort }: { layout: Layout; laid: Laid; isShort: boolean }) {
  const left = leftText(layout, stillLeft(layout, laid));
  if (isShort && left === '') return null;
  const placed =
    laid.from === null
      ? 'People are placed once shifts are in.'
      : `People were placed as on ${weekday(laid.from)}, ${showDate(laid.from)}.`;
  return <Alert>{`Made automatically. ${placed}${left && ` Not placed: ${left}`}`}</Alert>;
}
