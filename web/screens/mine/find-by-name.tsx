import { useState } from 'react';
import { words } from '../../../client/words/words.ts';
import { findMe, type OfferedPerson } from '../../../contract/mine.ts';
import { SubmitForm, useFormOutcome } from '../../parts/forms/submit.tsx';
import { ChooseMe } from '../../parts/mine/this-is-me.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { TextField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';

const t = words('mine');

export function FindByName({ team }: { team: string }) {
  const client = useClient();
  const [name, setName] = useState('');
  const [found, setFound] = useState<readonly OfferedPerson[] | null>(null);
  const find = () => client.call(findMe, { params: { team }, query: { name } });
  return (
    <>
      <SubmitForm
        form={useFormOutcome()}
        label={t('find-your-name')}
        action={t('find')}
        work={() => (name.trim() === '' ? undefined : find())}
        onDone={({ exact }) => setFound(exact)}
      >
        <TextField
          label={t('not-listed')}
          name="name"
          value={name}
          onChange={(typed) => {
            setName(typed);
            setFound(null);
          }}
          autoComplete="name"
        />
      </SubmitForm>
      {found?.length === 0 && <Alert>{t('nobody-so-named')}</Alert>}
      {found && <ChooseMe team={team} people={found} />}
    </>
  );
}
