import { useState } from 'react';
import { isAppleMobile, isInstalled } from '../../../client/device/push.ts';
import { Button } from '../../ui/button/button.tsx';
import { useListener } from '../../ui/page/events.ts';
import { Actions, Card, Stack } from '../../ui/page/page.tsx';

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
    <Card title="Add to Home Screen" isPadded>
      <Stack>
        <p>
          {isAppleMobile()
            ? 'Tap Share, then Add to Home Screen. Lineup then opens on your own day like an app.'
            : 'Open your browser’s menu, then choose Add to Home screen or Install app. Lineup then opens on your own day like an app.'}
        </p>
        <Actions>
          {prompt && (
            <Button
              variant="primary"
              onPress={async () => {
                await prompt.prompt();
                close();
              }}
            >
              Add to Home Screen
            </Button>
          )}
          <Button onPress={close}>Got It</Button>
        </Actions>
      </Stack>
    </Card>
  );
}
