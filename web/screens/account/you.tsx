import { useState } from 'react';
import { changeEmail, changeNames } from '../../../client/account.ts';
import { readPersonNames, type User } from '../../../domain/user.ts';
import { useClient } from '../../parts/client-context.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Proof } from './proof.tsx';

type YouProps = { user: User /** Undefined until known. */; hasPassword: boolean | undefined };

export function You({ user, hasPassword }: YouProps) {
  const [open, setOpen] = useState<'names' | 'email' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title="You">
      <Facts
        facts={[
          { label: 'UID', value: user.id },
          { label: 'Email', value: user.email },
          { label: 'First Name', value: user.firstName },
          { label: 'Last Name', value: user.lastName },
        ]}
      />
      <div className="account__foot">
        <Actions>
          <Button onPress={() => setOpen('names')}>Edit Names</Button>
          <Button isDisabled={hasPassword === undefined} onPress={() => setOpen('email')}>
            Change Email
          </Button>
        </Actions>
      </div>
      {open === 'names' && <Names user={user} onClose={close} />}
      {open === 'email' && <Email user={user} hasPassword={hasPassword === true} onClose={close} />}
    </Card>
  );
}

function Names({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useClient();
  const [firstName, setFirstName] = useState(user.firstName);
  const [lastName, setLastName] = useState(user.lastName);
  const { attempt, isBusy, at, whole } = useFormOutcome('firstName', 'lastName');

  async function save() {
    const saved = await attempt(() => {
      const names = readPersonNames(firstName, lastName);
      return names.ok ? changeNames(client, names.value) : names;
    });
    if (!saved) return;
    onClose();
    showToast({ text: 'Names saved' });
  }

  return (
    <FormDialog
      title="Edit names"
      action="Save"
      isBusy={isBusy}
      whole={whole}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="First Name"
        name="firstName"
        autoComplete="given-name"
        autoFocus
        value={firstName}
        onChange={setFirstName}
        error={at('firstName')}
      />
      <TextField
        label="Last Name"
        name="lastName"
        autoComplete="family-name"
        value={lastName}
        onChange={setLastName}
        error={at('lastName')}
      />
    </FormDialog>
  );
}

function Email({ user, hasPassword, onClose }: { user: User; hasPassword: boolean; onClose: () => void }) {
  const client = useClient();
  const [email, setEmail] = useState(user.email);
  const [password, setPassword] = useState('');
  const outcome = useFormOutcome('email', 'password');
  const { attempt, isBusy, at, whole } = outcome;

  async function save() {
    const saved = await attempt(() => changeEmail(client, { email: email.trim(), password }));
    if (!saved) return;
    onClose();
    showToast({ text: `You sign in with ${saved.user?.email} from now on` });
  }

  return (
    <FormDialog
      title="Change email"
      action="Save"
      isBusy={isBusy}
      whole={whole}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoFocus
        description="You sign in with it."
        value={email}
        onChange={setEmail}
        error={at('email')}
      />
      <Proof hasPassword={hasPassword} value={password} onChange={setPassword} outcome={outcome} />
    </FormDialog>
  );
}
