import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconCloudUpload from '@tabler/icons-react/dist/esm/icons/IconCloudUpload.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { Fragment, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Badge } from '../../ui/message/badge.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { useHeightVariable } from '../../ui/page/height-variable.ts';
import { useAnyDraft } from '../notes/notes-drafts.ts';
import { useClient, useObservable, useTimeZone } from '../page/client-context.tsx';
import { keptForDays } from '../page/notices/kept-for-days.ts';
import { quickSending } from '../page/notices/use-changes-wait.ts';
import { useLasting } from '../page/use-lasting.ts';
import { updateOffer } from '../updates/update-offer.ts';
import { offlineTexts } from './offline-text.ts';
import './connection-notice.css';

/** Says when the connection is lost or changes take long to be sent. */
export function ConnectionNotice() {
  const client = useClient();
  const connection = useObservable(client.connection);
  const pending = useObservable(client.unsaved);
  const isSlow = useLasting(pending > 0, quickSending);
  const isOffNow = connection === 'offline';
  // a page that opens offline says so at once
  const isLost = useLasting(isOffNow, quickSending, isOffNow) && isOffNow;
  const { at, isRestored } = useAsOf();
  const timeZone = useTimeZone();
  const days = useObservable(keptForDays);
  const install = useInstallUpdate();
  // What an earlier page left on the device must never look current.
  const isOffline = isLost || (isRestored && connection !== 'online');
  useLeaveWarning(useAnyDraft() || pending > 0);
  const notice = useRef<HTMLSpanElement>(null);
  useHeightVariable(notice, '--connection-height');
  return (
    <span className="header__notice" role="status" ref={notice}>
      {isOffline && (
        <Badge tone="open" icon={<IconCloudOff />}>
          <Lines
            texts={offlineTexts({ at, now: client.now(), timeZone, waiting: pending, keptForDays: days })}
          />
        </Badge>
      )}
      {!isOffline && isSlow && pending > 0 && (
        <Badge icon={<IconCloudUpload />}>{`Sending ${pending}`}</Badge>
      )}
      {!isOffline && connection === 'online' && pending === 0 && install && (
        <Button icon={<IconRefresh />} onPress={install}>
          Update
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

/** How old the page's documents are. Documents can be opened and restored at any time, so it looks every second. */
function useAsOf(): { at: number | null; isRestored: boolean } {
  const { copies } = useClient();
  const subscribe = useCallback((listener: () => void) => {
    const timer = setInterval(listener, 1_000);
    return () => clearInterval(timer);
  }, []);
  const isRestored = useSyncExternalStore(subscribe, () => copies.asOf().isRestored);
  const at = useSyncExternalStore(subscribe, () => copies.asOf().at);
  return { at, isRestored };
}

/** Says that the server has a newer version of the app, which this page needs. */
export function ReloadNotice() {
  const connection = useObservable(useClient().connection);
  const install = useInstallUpdate();
  if (connection !== 'reload') return null;
  return (
    <div className="reload-notice">
      <Alert
        tone="warning"
        action={<Button onPress={install ?? (() => window.location.reload())}>Reload</Button>}
      >
        Lineup was updated. Please reload this page.
      </Alert>
    </div>
  );
}

/** Installs a newer version of the app, if there is one. */
function useInstallUpdate(): (() => void) | null {
  const install = useObservable(updateOffer);
  if (!install) return null;
  return async () => {
    if (!(await install())) {
      showToast({ text: 'Lineup will update once everything is saved, here and in your other windows.' });
    }
  };
}

/** The browser asks for confirmation before a page with unsaved notes or unsent changes is closed. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
