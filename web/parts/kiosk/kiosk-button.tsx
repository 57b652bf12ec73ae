import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconLockOpen from '@tabler/icons-react/dist/esm/icons/IconLockOpen.mjs';
import { useState } from 'react';
import type { AtKiosk } from '../../../client/kiosk/kiosk.ts';
import { words } from '../../../client/words/words.ts';
import { changeOwnPin } from '../../../contract/pins.ts';
import { shortName } from '../../../domain/problem/name.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/form/form.tsx';
import { FormDialog, useForm } from '../forms/submit.tsx';
import { useClient, useMembership, useObservable, useTeamId } from '../page/client-context.tsx';
import { useLocksIn } from './kiosk-page.tsx';
import { unlockFirst } from './unlock-first.ts';
import './kiosk.css';

const t = words('kiosk');

/** Who is at the tablet, and how they leave it, or another person takes it. Nobody has to say so where a tablet only shows. */
export function KioskButton() {
  const { kiosk } = useClient();
  const here = useObservable(kiosk.person);
  const tablet = useMembership()?.role;
  if (here) return <Here key={here.user} here={here} />;
  if (!mayRunTheDay(tablet ?? 'viewer')) return null;
  return (
    <Button size="big" icon={<IconLock />} aria-label={t('locked')} onPress={() => void unlockFirst()}>
      <span className="header__action-words">{t('locked')}</span>
    </Button>
  );
}

function Here({ here }: { here: AtKiosk }) {
  const { kiosk } = useClient();
  const locksIn = useLocksIn();
  const [open, setOpen] = useState<'choices' | 'pin' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        size="big"
        icon={<IconLockOpen />}
        className={locksIn === null ? undefined : 'kiosk-locks-soon'}
        aria-label={
          locksIn === null ? t('named-is-here', { name: here.name }) : t('locks-in', { seconds: locksIn })
        }
        onPress={() => setOpen('choices')}
      >
        {locksIn === null ? (
          <span className="one-line header__action-words kiosk-name">{shortName(here.name)}</span>
        ) : (
          <>
            <span className="header__action-words">{t('locks-in', { seconds: locksIn })}</span>
            <span className="kiosk-seconds">{locksIn}</span>
          </>
        )}
      </Button>
      {open === 'choices' && (
        <Dialog title={here.name} width="aside" onClose={close}>
          <div className="kiosk-choices">
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
          </div>
        </Dialog>
      )}
      {open === 'pin' && here.person !== undefined && <OwnPinForm person={here.person} onClose={close} />}
    </>
  );
}

/** Who is at the tablet changes their own PIN, which asks for the one they have. */
function OwnPinForm({ person, onClose }: { person: string; onClose: () => void }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const form = useForm({ pin: '', next: '' });

  async function change() {
    const changed = await client.call(changeOwnPin, { params: { team }, body: { person, ...form.values } });
    if (changed.ok) client.kiosk.pinChanged(person);
    return changed;
  }

  const field = { type: 'password', inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <FormDialog
      title={t('change-pin')}
      form={form}
      action={t('save')}
      work={change}
      said={t('own-pin-changed')}
      onClose={onClose}
    >
      <TextField label={t('current-pin')} autoFocus {...field} {...form.field('pin')} />
      <TextField label={t('new-pin')} description={t('pin-about')} {...field} {...form.field('next')} />
    </FormDialog>
  );
}
