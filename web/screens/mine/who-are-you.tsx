import { useCallback, useState } from 'react';
import { findMe } from '../../../client/calls/mine.ts';
import type { Client } from '../../../client/client.ts';
import type { OfferedPerson } from '../../../contract/people/mine.ts';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { Submit } from '../../parts/forms/submit.tsx';
import { useQuery } from '../../parts/lists/use-query.ts';
import { sayItIsMe } from '../../parts/mine/link-me.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Stack } from '../../ui/page/page.tsx';

/** Links the account with a person of the schedule, by one press where the names say who it is. */
export function WhoAreYou({ team }: { team: string }) {
  const read = useCallback((client: Client) => findMe(client, team), [team]);
  const { value, error } = useQuery(read);
  const [only, another] = value?.exact ?? [];
  const isClear = only !== undefined && another === undefined;
  const others = value ? [...(isClear ? [] : value.exact), ...value.similar, ...value.today] : [];
  return (
    <>
      {error && <Alert tone="warning">{error}</Alert>}
      {!value && !error && <Loading />}
      {isClear && (
        <Card title="Is this you?" isPadded>
          <Stack>
            <p>
              Are you <strong>{only.name}</strong> on the schedule?
            </p>
            <ThisIsMe team={team} person={only} isWide>
              Yes, that’s me
            </ThisIsMe>
          </Stack>
        </Card>
      )}
      {value && (
        <Card title="Which one is you?" isPadded>
          <Stack>
            <p>Choose your name, and this page shows your positions and breaks.</p>
            {others.length > 0 && (
              <ul className="mine__people">
                {others.map((person) => (
                  <li key={person.id}>
                    <ThisIsMe team={team} person={person} isWide>
                      {person.name}
                    </ThisIsMe>
                  </li>
                ))}
              </ul>
            )}
            <FindByName team={team} />
          </Stack>
        </Card>
      )}
    </>
  );
}

type ThisIsMeProps = { team: string; person: OfferedPerson; isWide?: boolean; children: string };

function ThisIsMe({ team, person, isWide, children }: ThisIsMeProps) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const isChoice = children === person.name;
  return (
    <Button
      size="big"
      variant={isChoice ? 'secondary' : 'primary'}
      isWide={isWide}
      isDisabled={isBusy}
      aria-label={isChoice ? `This is me: ${person.name}` : undefined}
      onPress={async () => {
        setBusy(true);
        await sayItIsMe(client, team, person);
        setBusy(false);
      }}
    >
      {children}
    </Button>
  );
}

function FindByName({ team }: { team: string }) {
  const client = useClient();
  const [name, setName] = useState('');
  const [found, setFound] = useState<readonly OfferedPerson[] | null>(null);
  const { attempt, isBusy, whole } = useFormOutcome();

  async function find() {
    if (name.trim() === '') return;
    const answer = await attempt(() => findMe(client, team, name));
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
      <FormFooter>
        <Submit isBusy={isBusy}>Find</Submit>
      </FormFooter>
      {found?.length === 0 && (
        <Alert>
          Nobody with exactly that name is free to choose. Ask your manager how the schedule spells it.
        </Alert>
      )}
      {found && found.length > 0 && (
        <ul className="mine__people">
          {found.map((person) => (
            <li key={person.id}>
              <ThisIsMe team={team} person={person} isWide>
                {person.name}
              </ThisIsMe>
            </li>
          ))}
        </ul>
      )}
    </Form>
  );
}
