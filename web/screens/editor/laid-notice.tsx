import { formats, showDate, weekdayInside } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { leftText, stillLeft } from '../../../domain/day/left-out.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { useRole } from '../../parts/page/client-context.tsx';
import { Alert } from '../../ui/message/message.tsx';

const t = words('editor');

/** That the layout was made automatically, and who could not be placed; `isShort` leaves out what needs no action. */
export function LaidNotice({ layout, isShort = false }: { layout: Layout; isShort?: boolean }) {
  const mayEdit = mayRunTheDay(useRole());
  const { laid } = layout;
  if (!laid || !mayEdit) return null;
  const left = leftText(layout, stillLeft(layout, laid), { t, clock: formats.get().clock });
  if (isShort && left === '') return null;
  const placed =
    laid.from === null
      ? t('laid-waits')
      : t('laid-as', { weekday: weekdayInside(laid.from), date: showDate(laid.from) });
  return <Alert>{left === '' ? placed : `${placed} ${t('not-placed', { names: left })}`}</Alert>;
}
