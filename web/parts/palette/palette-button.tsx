import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { isCovered, isPaletteKey, useSingleKeys } from '../keys/use-keys.ts';
import { pageIdle } from '../page/page-idle.ts';

const load = () => import('./opened.tsx');
// it opens on a press, also without a network
void pageIdle.then(() => load().catch(() => undefined));

type Opened = 'everything' | 'people' | 'keys';
let parts: Awaited<ReturnType<typeof load>> | undefined;

/** Opens the palette: by a press, by Ctrl+K anywhere, and with people only by `/`. `?` shows the keys. */
export function PaletteButton() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const isLoading = useRef(false);

  async function open(what: Opened) {
    if (isCovered() || isLoading.current) return;
    // at once when it can be, so that what is typed next is typed there
    if (parts) return setOpened(what);
    isLoading.current = true;
    try {
      parts = await load();
      setOpened(what);
    } catch {
      showToast({ text: 'That couldn’t be loaded. Check the connection and try again.', tone: 'problem' });
    }
    isLoading.current = false;
  }

  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!isPaletteKey(event) || isCovered()) return;
      event.preventDefault();
      void latest.current('everything');
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  useSingleKeys((key) => {
    if (key !== '/' && key !== '?') return false;
    void open(key === '/' ? 'people' : 'keys');
    return true;
  });

  const close = () => setOpened(null);
  return (
    <>
      <IconButton
        variant="quiet"
        label="Find"
        title="Find (Ctrl+K)"
        aria-keyshortcuts="Control+K Meta+K"
        icon={<IconSearch />}
        onPress={() => void open('everything')}
      />
      {opened && parts && opened === 'keys' && <parts.KeysDialog onClose={close} />}
      {opened && parts && opened !== 'keys' && (
        <parts.Palette only={opened === 'people' ? 'people' : undefined} onClose={close} />
      )}
    </>
  );
}
