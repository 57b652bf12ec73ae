import { useState } from 'react';
import { isAppleMobile, isInstalled } from '../../../client/device/push.ts';
import { words } from '../../../client/words/words.ts';
import { Button } from '../../ui/button/button.tsx';
import { useListener } from '../../ui/page/events.ts';
import { Actions, Card, Stack } from '../../ui/page/page.tsx';

const t = words('mine');
const key = 'homeScreenHint';
const isPhone = () => window.matchMedia('(max-width: 599px)').matches;

/** Of Chromium, which lets a page ask. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** How to put Lineup on a phone's Home Screen; until it was read once. On plain http a browser doesn't offer that. */
export function HomeScreenHint() {
  const [isShown, setShown] = useState(
    () => window.isSecureContext && isPhone() && !isInstalled() && localStorage.getItem(key) === null,
  );
  const [prompt, setPrompt] = useState<InstallPrompt | null>(null);

  useListener('beforeinstallprompt' as 'load', (event: Event) => {
    event.preventDefault();
    setPrompt(event as InstallPrompt);
  });

  function close() {
    localStorage.setItem(key, 'read');
    setShown(false);
  }

  if (!isShown) return null;
  return (
    <Card title={t('add-to-home')} isPadded>
      <Stack>
        <p>{isAppleMobile() ? t('add-on-apple') : t('add-elsewhere')}</p>
        <Actions>
          {prompt && (
            <Button
              variant="primary"
              onPress={async () => {
                await prompt.prompt();
                close();
              }}
            >
              {t('add-to-home')}
            </Button>
          )}
          <Button onPress={close}>{t('got-it')}</Button>
        </Actions>
      </Stack>
    </Card>
  );
}
