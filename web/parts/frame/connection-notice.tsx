import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconCloudUpload from '@tabler/icons-react/dist/esm/icons/IconCloudUpload.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { Fragment, useRef } from 'react';
import { ObservableValue } from '../../../client/observable.ts';
import { bareTime } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { wallClock } from '../../../domain/time/date.ts';
import { Button } from '../../ui/button/button.tsx';
import { Alert, Badge } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { useHeightVariable, useListener } from '../../ui/page/events.ts';
import { useAnyDraft } from '../notes/notes-drafts.ts';
import { quickSending, useClient, useObservable, useTimeZone } from '../page/client-context.tsx';
import { dayAndTime, useLasting, useTicking } from '../page/ticker.ts';
import { updateOffer } from '../updates/page-locks.ts';
import './connection-notice.css';

const t = words('page');

const halfDay = 12 * 3_600_000;

interface OfflineState {
  readonly at: number | null;
  readonly now: number;
  readonly timeZone: string;
  readonly waiting: number;
  /** For how many days without use the browser keeps them; null if it doesn't delete them. */
  readonly keptForDays: number | null;
}

/** 'As of 11:42, offline' and '3 changes waiting' */
export function offlineTexts({ at, now, timeZone, waiting, keptForDays }: OfflineState): readonly string[] {
  const asOf = at === null ? t('offline') : t('offline-as-of', { time: momentOf(at, now, timeZone) });
  if (waiting === 0) return [asOf];
  const waits =
    keptForDays === null
      ? t('changes-waiting', { count: waiting })
      : t('changes-waiting-kept', { count: waiting, days: keptForDays });
  return [asOf, waits];
}

/** As dayAndTime, without AM or PM where that is clear. */
function momentOf(at: number, now: number, timeZone: string): string {
  const [then, today] = [wallClock(at, timeZone), wallClock(now, timeZone)];
  return now - at < halfDay && then.date === today.date
    ? bareTime(then.minutes)
    : dayAndTime(at, now, timeZone);
}

export const keptForDays = new ObservableValue<number | null>(null);

export function ConnectionNotice() {
  const client = useClient();
  const connection = useObservable(client.connection);
  const pending = useObservable(client.unsaved);
  const isSlow = useLasting(pending > 0, quickSending);
  const isOffNow = connection === 'offline';
  // a page that opens offline says so at once
  const isLost = useLasting(isOffNow, quickSending, isOffNow) && isOffNow;
  // documents can be opened and restored at any time
  const isRestored = useTicking(() => client.copies.asOf().isRestored);
  const at = useTicking(() => client.copies.asOf().at);
  const timeZone = useTimeZone();
  const days = useObservable(keptForDays);
  const install = useInstallUpdate();
  // What an earlier page left on the device must never look current.
  const isOffline = isLost || (isRestored && connection !== 'online');
  const isUnsaved = useAnyDraft() || pending > 0;
  // the browser asks for confirmation before a page with unsaved notes or unsent changes is closed
  useListener('beforeunload', (event) => isUnsaved && event.preventDefault());
  const notice = useRef<HTMLSpanElement>(null);
  useHeightVariable(notice, '--connection-height');
  return (
    <span className="header__notice screen-only" role="status" ref={notice}>
      {isOffline && (
        <Badge tone="open" icon={<IconCloudOff />}>
          <Lines
            texts={offlineTexts({ at, now: client.now(), timeZone, waiting: pending, keptForDays: days })}
          />
        </Badge>
      )}
      {!isOffline && isSlow && pending > 0 && (
        <Badge icon={<IconCloudUpload />}>{t('sending', { count: pending })}</Badge>
      )}
      {!isOffline && connection === 'online' && pending === 0 && install && (
        <Button icon={<IconRefresh />} onPress={install}>
          {t('update')}
        </Button>
      )}
    </span>
  );
}

/** In one line where the header has room, else each text in its own. */
function Lines({ texts }: { texts: readonly string[] }) {
  return (
    <span className="header__notice-lines">
      {texts.map((text, index) => (
        <Fragment key={text}>
          {index > 0 && ' '}
          <span>{index < texts.length - 1 ? `${text},` : text}</span>
        </Fragment>
      ))}
    </span>
  );
}

export function ReloadNotice() {
  const connection = useObservable(useClient().connection);
  const install = useInstallUpdate();
  if (connection !== 'reload') return null;
  return (
    <div className="reload-notice">
      <Alert
        tone="warning"
        action={<Button onPress={install ?? (() => window.location.reload())}>{t('reload')}</Button>}
      >
        {t('was-updated')}
      </Alert>
    </div>
  );
}

function useInstallUpdate(): (() => void) | null {
  const install = useObservable(updateOffer);
  if (!install) return null;
  return async () => {
    if (!(await install())) {
      showToast({ text: t('will-update') });
    }
  };
}
