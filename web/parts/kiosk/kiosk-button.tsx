import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconLockOpen from '@tabler/icons-react/dist/esm/icons/IconLockOpen.mjs';
import { useState } from 'react';
import { words } from '../../../client/words/words.ts';
import { calledName } from '../../../domain/problem/name.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Stack } from '../../ui/page/page.tsx';
import { useClient, useObservable } from '../page/client-context.tsx';
import { useLocksIn } from './kiosk-page.tsx';
import { OwnPinForm } from './own-pin-form.tsx';
import { unlockFirst } from './unlock-first.ts';

const t = words('kiosk');

/** Who is at the tablet, and how they leave it, or another person takes it. */
export function KioskButton() {
  const { kiosk } = useClient();
  const here = useObservable(kiosk.person);
  const locksIn = useLocksIn();
  const [open, setOpen] = useState<'choices' | 'pin' | null>(null);
  const close = () => setOpen(null);
  if (!here) {
    return (
      <Button size="big" icon={<IconLock />} onPress={() => void unlockFirst()}>
        {t('locked')}
      </Button>
    );
  }
  const first = calledName(here.name).first;
  return (
    <>
      <Button
        size="big"
        icon={<IconLockOpen />}
        aria-label={t('named-is-here', { name: here.name })}
        onPress={() => setOpen('choices')}
      >
        {locksIn === null ? first : t('locks-in', { seconds: locksIn })}
      </Button>
      {open === 'choices' && (
        <Dialog title={here.name} onClose={close}>
          <Stack>
            <Button
              size="big"
              isWide
              variant="primary"
              onPress={() => {
                close();
                kiosk.lock();
              }}
            >
              {t('lock')}
            </Button>
            <Button
              size="big"
              isWide
              onPress={() => {
                close();
                kiosk.lock();
                void unlockFirst();
              }}
            >
              {t('someone-else')}
            </Button>
            {here.person !== undefined && (
              <Button size="big" isWide onPress={() => setOpen('pin')}>
                {t('change-pin')}
              </Button>
            )}
          </Stack>
        </Dialog>
      )}
      {open === 'pin' && here.person !== undefined && <OwnPinForm person={here.person} onClose={close} />}
    </>
  );
}
