import { useState } from 'react';
import { findMe, type OfferedPerson } from '../../../contract/mine.ts';
import { SubmitForm, useFormOutcome } from '../../parts/forms/submit.tsx';
import { ChooseMe } from '../../parts/mine/this-is-me.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { TextField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';

export function FindByName({ team }: { team: string }) {
  const client = useClient();
  const [name, setName] = useState('');
  const [found, setFound] = useState<readonly OfferedPerson[] | null>(null);
  const find = () => client.call(findMe, { params: { team }, query: { name } });
  return (
    <>
      <SubmitForm
        form={useFormOutcome()}
        label="Find your name"
        action="Find"
        work={() => (name.trim() === '' ? undefined : find())}
        onDone={({ exact }) => setFound(exact)}
      >
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
      </SubmitForm>
      {found?.length === 0 && (
        <Alert>
          Nobody with exactly that name is free to choose. Ask your manager how the schedule spells it.
        </Alert>
      )}
      {found && <ChooseMe team={team} people={found} />}
    </>
  );
}
