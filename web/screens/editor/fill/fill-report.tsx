import { Button } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/message/message.tsx';

export function FillReport({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <div className="rotations__report screen-only">
      <Alert action={<Button onPress={onClose}>Close</Button>}>{text}</Alert>
    </div>
  );
}
