import { useState } from 'react';
import { refuse } from '../../../domain/problem/problem.ts';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { Button } from '../../ui/button/button.tsx';
import { useNavigateTo } from '../../ui/button/link.tsx';
import { Form, FormFooter } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { urls } from '../../urls.ts';
import { inviteToken } from './invite-link.ts';

export function InviteLinkForm() {
  const go = useNavigateTo();
  const [link, setLink] = useState('');
  const { attempt, at } = useFormOutcome('link');

  async function open() {
    const token = inviteToken(link);
    await attempt(() =>
      token ? { ok: true, value: token } : refuse('invitation-invalid', { field: 'link' }),
    );
    if (token) go(urls.join(token));
  }

  return (
    <Form label="Join a team" onSubmit={open}>
      <TextField
        label="Invite link"
        name="link"
        autoComplete="off"
        placeholder={`${window.location.origin}/join/...`}
        value={link}
        onChange={setLink}
        error={at('link')}
      />
      <FormFooter>
        <Button type="submit">Open Invite Link</Button>
      </FormFooter>
    </Form>
  );
}
