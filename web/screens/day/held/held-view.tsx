import IconPinned from '@tabler/icons-react/dist/esm/icons/IconPinned.mjs';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { useLettingGo, useShownSince } from './use-held.ts';
import './held-view.css';

type HeldProps = { icon: ReactNode; what: string; back?: { label: string; onPress: () => void } };

/** Says that the board does not show what is now, and leads back. */
export function Held({ icon, what, back }: HeldProps) {
  return (
    <div className="held-view">
      <span className="held-view__what" role="status">
        {icon}
        {what}
      </span>
      {back && (
        <Button size="big" variant="quiet" onPress={back.onPress}>
          {back.label}
        </Button>
      )}
    </div>
  );
}

type HeldRotationProps = { id: string; name: string; letGo: () => void };

/** Today, on a rotation that a person chose. */
export function HeldRotation({ id, name, letGo }: HeldRotationProps) {
  useLettingGo(useShownSince(id), letGo);
  return (
    <Held
      icon={<IconPinned aria-hidden="true" />}
      what={`Viewing ${name}`}
      back={{ label: 'Back to now', onPress: letGo }}
    />
  );
}
