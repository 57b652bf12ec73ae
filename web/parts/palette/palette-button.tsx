import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/button/button.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { isCovered, isPaletteKey, useSingleKeys } from '../keys/use-keys.ts';
import { loadWhenIdle } from '../page/page-idle.ts';
import type { OpenedPart } from './palette.tsx';

let Opened: typeof import('./palette.tsx').Opened | undefined;
async function load(): Promise<void> {
  Opened ??= (await import('./palette.tsx')).Opened;
}
// it opens on a press, also without a network
void loadWhenIdle(load);

/** In milliseconds. */
const menuCloses = 50;
let openHere: (() => void) | null = null;
/** On phones the header has no room for the button; the team menu opens the palette there. */
export function openPalette(): void {
  // once the menu has given the focus back, which would otherwise take it from the palette
  setTimeout(() => openHere?.(), menuCloses);
}

/** Opens the palette: by a press, by Ctrl+K anywhere, and with people only by `/`. `?` shows the keys. */
export function PaletteButton() {
  const [opened, setOpened] = useState<OpenedPart | null>(null);
  const isLoading = useRef(false);

  async function open(part: OpenedPart) {
    if (isCovered() || isLoading.current) return;
    // at once when it can be, so that what is typed next is typed there
    if (Opened) return setOpened(part);
    isLoading.current = true;
    try {
      await load();
      setOpened(part);
    } catch {
      showToast({ text: 'That couldn’t be loaded. Check the connection and try again.', tone: 'problem' });
    }
    isLoading.current = false;
  }

  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    openHere = () => void latest.current('everything');
    return () => {
      openHere = null;
    };
  }, []);
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
      <span className="header__find">
        <IconButton
          variant="quiet"
          label="Find"
          title="Find (Ctrl+K)"
          aria-keyshortcuts="Control+K Meta+K"
          icon={<IconSearch />}
          onPress={() => void open('everything')}
        />
      </span>
      {opened && Opened && <Opened part={opened} onClose={close} />}
    </>
  );
}
