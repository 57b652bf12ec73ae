import { Dialog } from '../../ui/dialog/dialog.tsx';
import './keys-dialog.css';

const keys: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K or ⌘ K', 'Find people, positions, days and actions'],
  ['/', 'Find a person'],
  ['1 to 9', 'Show the first to ninth rotation'],
  ['Arrow keys', 'Move on the board'],
  ['Enter', 'Pick up, place or swap'],
  ['Esc', 'Put down, or close'],
  ['Ctrl Z or ⌘ Z', 'Undo'],
  ['?', 'Show these keys'],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="keys">
        {keys.map(([key, does]) => (
          <div className="keys__row" key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>You can turn single-key shortcuts off for this device on your account page.</p>
    </Dialog>
  );
}
