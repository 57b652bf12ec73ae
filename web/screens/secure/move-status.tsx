import type { SecureAddresses } from '../../../contract/secure.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { urls } from '../../urls.ts';
import { type SecureMove, useSecureMove } from './use-secure-move.ts';

/** On http: whether this device can move to https. */
export function MoveStatus({ addresses }: { addresses: SecureAddresses }) {
  const move = useSecureMove(addresses);
  switch (move.state) {
    case 'checking':
      return <Alert>Checking whether this device is set up.</Alert>;
    case 'untrusted':
      return (
        <Alert tone="warning">
          {addresses.authority
            ? 'This device isn’t set up yet. Follow the steps for it, then return to this page.'
            : 'The secure address can’t be reached from this device.'}
        </Alert>
      );
    case 'waiting':
      return <Alert tone="warning">{waitingText(move)}</Alert>;
    case 'draft':
      return (
        <Alert tone="warning" action={<ButtonLink href={urls.day}>Open Notes</ButtonLink>}>
          This device is set up, but you have notes that aren’t saved. Save them first.
        </Alert>
      );
    case 'moving':
      return (
        <Alert
          tone="success"
          action={
            <Button onPress={() => window.location.replace(move.origin + urls.secure)}>Continue</Button>
          }
        >
          {`This device is set up. Opening ${move.origin}.`}
        </Alert>
      );
  }
}

function waitingText({ changes, isTheirs }: Extract<SecureMove, { state: 'waiting' }>): string {
  const count = changes === 1 ? '1 change isn’t' : `${changes} changes aren’t`;
  return isTheirs
    ? `This device is set up, but ${count} saved yet. Ask the person who made ${changes === 1 ? 'it' : 'them'} to sign in here first.`
    : `This device is set up, but ${count} saved yet. The secure address opens as soon as ${changes === 1 ? 'it is' : 'they are'}.`;
}
