import { useRef, useState } from 'react';
import { endSession, signOutOthers } from '../../../client/calls/account.ts';
import type { AccountSecurity } from '../../../contract/account.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';
import { useDeviceTime } from './device-time.ts';
import { SettingRow } from './setting-row.tsx';

type Session = AccountSecurity['sessions'][number];
type DevicesProps = { sessions: AccountSecurity['sessions']; onChanged: () => Promise<void> };

/** Shown at first, beside this device. */
const fewest = 5;

/** The sessions of the user. */
export function Devices({ sessions, onChanged }: DevicesProps) {
  const client = useClient();
  const { day, moment } = useDeviceTime();
  const count = useRef<HTMLParagraphElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const [ending, setEnding] = useState<Session | null>(null);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const here = sessions.filter(({ isCurrent }) => isCurrent);
  const [isShort, setShort] = useState(true);
  const shown = isShort ? others.slice(0, fewest) : others;

  return (
    <Card title="Devices">
      {[...here, ...shown].map((session) => (
        <SettingRow
          key={session.id}
          label={session.isCurrent ? `${session.device} (this device)` : session.device}
          state={`Signed in ${day(session.signedInAt)}. Last used ${moment(session.lastUsedAt)}.`}
          action={
            !session.isCurrent && (
              <Button
                variant="danger"
                aria-label={`Sign Out ${session.device}, last used ${moment(session.lastUsedAt)}`}
                onPress={() => setEnding(session)}
              >
                Sign Out
              </Button>
            )
          }
        />
      ))}
      <div className="account__foot">
        <Stack>
          <p ref={count} tabIndex={-1} className="setting__state">
            {otherDevices(others.length)}
          </p>
          {others.length > 0 && (
            <Actions>
              {shown.length < others.length && (
                <Button onPress={() => setShort(false)}>Show All Devices</Button>
              )}
              <Button onPress={() => setConfirming(true)}>Sign Out Other Devices</Button>
            </Actions>
          )}
        </Stack>
      </div>
      {ending && (
        <ConfirmDialog
          title={`Sign Out ${ending.device}?`}
          action="Sign Out"
          work={() => endSession(client, ending.id)}
          onDone={async () => {
            showToast({ text: `${ending.device} signed out` });
            await onChanged();
            count.current?.focus();
          }}
          onClose={() => setEnding(null)}
        >
          You’ll need to sign in again on that device.
        </ConfirmDialog>
      )}
      {isConfirming && (
        <ConfirmDialog
          title="Sign Out Other Devices"
          action="Sign Out"
          work={() => signOutOthers(client)}
          onDone={async () => {
            showToast({ text: 'Other devices signed out' });
            await onChanged();
            count.current?.focus();
          }}
          onClose={() => setConfirming(false)}
        >
          You’ll need to sign in again on every device except this one, including wall displays.
        </ConfirmDialog>
      )}
    </Card>
  );
}

function otherDevices(others: number): string {
  if (others === 0) return 'No other devices.';
  return others === 1
    ? 'You’re signed in on 1 other device.'
    : `You’re signed in on ${others} other devices.`;
}
