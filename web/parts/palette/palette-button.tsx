import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useCallback, useEffect, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import { IconButton } from '../../ui/button/button.tsx';
import { isCovered, useListener } from '../../ui/page/events.ts';
import { isPaletteKey, useSingleKeys } from '../keys/use-keys.ts';
import { lazyPart, loadWhenIdle } from '../page/lazy-screen.tsx';
import type { OpenedPart } from './palette.tsx';

const t = words('page');

const PaletteDialog = lazyPart(() => import('./palette.tsx'), 'PaletteDialog');
void loadWhenIdle(PaletteDialog.load);

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
  const [part, setPart] = useState<OpenedPart | null>(null);
  const close = () => setPart(null);
  const open = useCallback((wanted: OpenedPart) => {
    if (!isCovered()) setPart(wanted);
  }, []);

  useEffect(() => {
    openHere = () => open('everything');
    return () => {
      openHere = null;
    };
  }, [open]);
  useListener('keydown', (event) => {
    if (!isPaletteKey(event) || isCovered()) return;
    event.preventDefault();
    open('everything');
  });
  useSingleKeys((key) => {
    if (key !== '/' && key !== '?') return false;
    open(key === '/' ? 'people' : 'keys');
    return true;
  });

  return (
    <>
      <span className="header__find">
        <IconButton
          variant="quiet"
          label={t('find')}
          title={t('find-keys')}
          aria-keyshortcuts="Control+K Meta+K"
          icon={<IconSearch />}
          onPress={() => open('everything')}
        />
      </span>
      {part && <PaletteDialog part={part} onClose={close} />}
    </>
  );
}
