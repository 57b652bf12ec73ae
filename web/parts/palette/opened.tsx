import { KeysDialog } from '../keys/keys-dialog.tsx';
import { Palette } from './palette.tsx';

export type OpenedPart = 'everything' | 'people' | 'keys';

/** What the palette's button and its keys open, in one script. */
export function Opened({ part, onClose }: { part: OpenedPart; onClose: () => void }) {
  if (part === 'keys') return <KeysDialog onClose={onClose} />;
  return <Palette only={part === 'people' ? 'people' : undefined} onClose={onClose} />;
}
