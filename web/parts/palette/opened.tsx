// What the palette's button opens, in one script.
export { KeysDialog } from '../keys/keys-dialog.tsx';
export { Palette } from './palette.tsx';
