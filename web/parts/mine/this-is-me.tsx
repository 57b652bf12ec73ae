import { useState } from 'react';
import type { Client } from '../../../client/client.ts';
import { words } from '../../../client/words/words.ts';
import { linkMe, type OfferedPerson, unlinkMe } from '../../../contract/mine.ts';
import { Button } from '../../ui/button/button.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { showProblem } from '../forms/change-toast.ts';
import { useClient } from '../page/client-context.tsx';

const t = words('mine');

async function sayItIsMe(client: Client, team: string, person: OfferedPerson): Promise<void> {
  const linked = await client.call(linkMe, { params: { team }, body: { person: person.id } });
  if (!linked.ok) return void showProblem(linked.problem);
  const undo = { label: t('undo'), onPress: () => void sayItIsNotMe(client, team) };
  showToast({ text: t('you-are', { name: person.name }), action: undo });
}

/** With `person`, it says so and offers to take it back. */
export async function sayItIsNotMe(client: Client, team: string, person?: OfferedPerson): Promise<void> {
  const unlinked = await client.call(unlinkMe, { params: { team } });
  if (!unlinked.ok) return void showProblem(unlinked.problem);
  if (!person) return;
  const undo = { label: t('undo'), onPress: () => void sayItIsMe(client, team, person) };
  showToast({ text: t('no-longer-linked', { name: person.name }), action: undo });
}

type ThisIsMeProps = { team: string; person: OfferedPerson; onDone?: () => void; isChoice?: boolean };

/** An answer to 'Are you …?', or one of several names to choose from. */
export function ThisIsMe({ team, person, onDone, isChoice = false }: ThisIsMeProps) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      size="big"
      variant={isChoice ? 'secondary' : 'primary'}
      isWide={!onDone}
      isDisabled={isBusy}
      aria-label={isChoice ? t('this-is-me', { name: person.name }) : undefined}
      onPress={async () => {
        setBusy(true);
        await sayItIsMe(client, team, person);
        setBusy(false);
        onDone?.();
      }}
    >
      {isChoice ? person.name : t('yes-me')}
    </Button>
  );
}

export function ChooseMe({ team, people }: { team: string; people: readonly OfferedPerson[] }) {
  if (people.length === 0) return null;
  return (
    <ul className="stack stack--close mine__people">
      {people.map((person) => (
        <li key={person.id}>
          <ThisIsMe team={team} person={person} isChoice />
        </li>
      ))}
    </ul>
  );
}
