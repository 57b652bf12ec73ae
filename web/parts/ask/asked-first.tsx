import { words } from '../../../client/words/words.ts';
import { layoutLike } from '../../../domain/day/layout.ts';
import type { IsoDate } from '../../../domain/time/date.ts';
import { Button, useNavigateTo } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormError } from '../../ui/form/form.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { useListener } from '../../ui/page/events.ts';
import { urls, withDay } from '../../urls.ts';
import { useFormOutcome } from '../forms/submit.tsx';
import { useLayoutsOn } from '../lists/document-lists.ts';
import { useLayout, useTeamId } from '../page/client-context.tsx';
import type { Confirmation } from './ask-first.ts';

const t = words('page');

export function AskedFirst({ question, onClose }: { question: Confirmation; onClose: () => void }) {
  const { title, text, action, work, onDone, said, isFinal, today } = question;
  const { attempt, whole } = useFormOutcome();
  const size = isFinal ? 'normal' : 'big';
  // Back leaves the page that asked
  useListener('popstate', onClose);

  async function confirm() {
    if ((await attempt(work)) === undefined) return;
    onClose();
    if (said) showToast({ text: said });
    await onDone?.();
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button size={size} onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button size={size} variant={isFinal ? 'final' : today ? 'secondary' : 'primary'} onPress={confirm}>
            {action}
          </Button>
          {today && <GoToToday today={today} onClose={onClose} />}
        </>
      }
    >
      {text && <p>{text}</p>}
      <FormError>{whole}</FormError>
    </Dialog>
  );
}

function GoToToday({ today, onClose }: { today: IsoDate; onClose: () => void }) {
  const team = useTeamId() ?? '';
  const go = useNavigateTo();
  const shown = useLayout();
  const { rows = [] } = useLayoutsOn(team, today);
  const layout = shown.state === 'ready' ? layoutLike(rows, shown.body)?.id : undefined;
  return (
    <Button
      size="big"
      variant="primary"
      onPress={() => {
        onClose();
        go(layout ? withDay(urls.day, { team, layout }) : urls.layoutsOn(today));
      }}
    >
      {t('go-to-today')}
    </Button>
  );
}
