import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconCloudUpload from '@tabler/icons-react/dist/esm/icons/IconCloudUpload.mjs';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Badge } from '../../ui/message/badge.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { useAnyDraft } from '../notes/notes-drafts.ts';
import { useClient, useObservable } from '../page/client-context.tsx';
import { updateOffer } from '../updates/update-offer.ts';

const quickMilliseconds = 1500;

/** Says when the connection is lost or changes take long to be sent. */
export function ConnectionNotice() {
  const client = useClient();
  const connection = useObservable(client.connection);
  const pending = useObservable(client.unsaved);
  const isSlow = useLasting(pending > 0, quickMilliseconds);
  const isLost = useLasting(connection === 'offline', quickMilliseconds) && connection === 'offline';
  const install = useInstallUpdate();
  useLeaveWarning(useAnyDraft() || pending > 0);
  return (
    <span className="header__notice" role="status">
      {isLost && (
        <Badge tone="open" icon={<IconCloudOff />}>
          {pending > 0 ? `Offline, ${pending} unsent` : 'Offline'}
        </Badge>
      )}
      {!isLost && isSlow && pending > 0 && <Badge icon={<IconCloudUpload />}>{`Sending ${pending}`}</Badge>}
      {!isLost && connection === 'online' && pending === 0 && install && (
        <Button onPress={install}>Update</Button>
      )}
    </span>
  );
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

/** True once `isOn` has been true for `milliseconds`. */
function useLasting(isOn: boolean, milliseconds: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isOn) {
      setLasts(false);
      return;
    }
    const timer = setTimeout(() => setLasts(true), milliseconds);
    return () => clearTimeout(timer);
  }, [isOn, milliseconds]);
  return lasts;
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
