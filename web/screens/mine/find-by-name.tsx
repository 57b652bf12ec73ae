import { useState } from 'react';
import { findMe, type OfferedPerson } from '../../../contract/mine.ts';
import { Submit, useFormOutcome } from '../../parts/forms/submit.tsx';
import { ChooseMe } from '../../parts/mine/this-is-me.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Form, FormError } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Actions } from '../../ui/page/page.tsx';

export function FindByName({ team }: { team: string }) {
  const client = useClient();
  const [name, setName] = useState('');
  const [found, setFound] = useState<readonly OfferedPerson[] | null>(null);
  const { attempt, isBusy, whole } = useFormOutcome();

  async function find() {
    if (name.trim() === '') return;
    const answer = await attempt(() => client.call(findMe, { params: { team }, query: { name } }));
    if (answer) setFound(answer.exact);
  }

  return (
    <Form label="Find your name" onSubmit={find}>
      <FormError>{whole}</FormError>
      <TextField
        label="Not listed? Type your name as it is on the schedule"
        name="name"
        value={name}
        onChange={(typed) => {
          setName(typed);
          setFound(null);
        }}
        autoComplete="name"
      />
      <Actions>
        <Submit isBusy={isBusy}>Find</Submit>
      </Actions>
      {found?.length === 0 && (
        <Alert>
          Nobody with exactly that name is free to choose. Ask your manager how the schedule spells it.
        </Alert>
      )}
      {found && <ChooseMe team={team} people={found} />}
    </Form>
  );
}
