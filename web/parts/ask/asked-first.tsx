import { layoutLike } from '../../../domain/day/layout.ts';
import type { IsoDate } from '../../../domain/time/date.ts';
import { Button, useNavigateTo } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { urls, withDay } from '../../urls.ts';
import { useLayoutsOn } from '../lists/document-lists.ts';
import { useLayout, useTeamId } from '../page/client-context.tsx';
import { asking, type Question } from './ask-first.ts';

const close = () => asking.set(null);

export default function AskedFirst({ question }: { question: Question }) {
  const { title, text, action, record, today } = question;
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        <>
          <Button size="big" onPress={close}>
            Cancel
          </Button>
          <Button
            size="big"
            variant={today ? 'secondary' : 'primary'}
            onPress={() => {
              close();
              record();
            }}
          >
            {action}
          </Button>
          {today && <GoToToday today={today} />}
        </>
      }
    >
      {text && <p>{text}</p>}
    </Dialog>
  );
}

function GoToToday({ today }: { today: IsoDate }) {
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
        close();
        go(layout ? withDay(urls.day, { team, layout }) : urls.layoutsOn(today));
      }}
    >
      Go to Today
    </Button>
  );
}
