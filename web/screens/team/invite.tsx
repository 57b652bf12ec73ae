import { useRef, useState } from 'react';
import { invite } from '../../../client/teams.ts';
import { type Role, roleNames, roles } from '../../../domain/access.ts';
import { showDate, wallClock } from '../../../domain/date.ts';
import { useClient } from '../../parts/client-context.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { Submit } from '../../parts/submit.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, FormError, FormFooter } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { urls } from '../../urls.ts';
import { copyText } from './copy-text.ts';

const whatRolesDo: Readonly<Record<Role, string>> = {
  manager: 'May change everything.',
  lead: 'Runs the day: shifts, positions, breaks, notes.',
  viewer: 'May look.',
};

/** Makes links that let people join as a role. */
export function Invite({ team, timeZone }: { team: string; timeZone: string }) {
  const client = useClient();
  const [role, setRole] = useState<Role>('manager');
  const [made, setMade] = useState<{ link: string; until: string; role: Role } | null>(null);
  const { attempt, isBusy, whole } = useFormOutcome();

  async function makeLink() {
    const invitation = await attempt(() => invite(client, team, { role, days: 7, once: false }));
    if (!invitation) return;
    setMade({
      link: window.location.origin + urls.join(invitation.token),
      until: showDate(wallClock(invitation.expiresAt, timeZone).date),
      role: invitation.role,
    });
  }

  return (
    <Card title="Invite people" isPadded>
      <Form label="Invite people" onSubmit={makeLink}>
        <FormError>{whole}</FormError>
        <SelectField
          label="Role"
          name="role"
          value={role}
          onChange={(value) => setRole(roles.find((each) => each === value) ?? 'manager')}
          options={roles.map((value) => ({ value, label: roleNames[value] }))}
          description={whatRolesDo[role]}
        />
        <FormFooter>
          <Submit isBusy={isBusy}>Invite</Submit>
        </FormFooter>
        {made && <InviteLink key={made.link} {...made} />}
      </Form>
    </Card>
  );
}

function InviteLink({ link, until, role }: { link: string; until: string; role: Role }) {
  const box = useRef<HTMLDivElement>(null);

  async function copy() {
    const field = box.current?.querySelector('input');
    const isCopied = field ? await copyText(field) : false;
    showToast({ text: isCopied ? 'Link copied' : 'The link is marked: copy it from the field.' });
  }

  return (
    <>
      <div ref={box}>
        <TextField
          label="Invite link"
          readOnly
          value={link}
          onChange={() => {}}
          onFocus={(event) => event.currentTarget.select()}
          description={`Whoever opens it joins as ${roleNames[role]}. It works until ${until}.`}
        />
      </div>
      <FormFooter>
        <Button onPress={copy}>Copy link</Button>
      </FormFooter>
    </>
  );
}
