import { lazy, Suspense, useState } from 'react';
import type { LiveDocument } from '../../../../client/document/document-view.ts';
import type { Team } from '../../../../domain/team/team.ts';
import { changeWithToast, showChangeToast } from '../../../parts/forms/change-toast.ts';
import { useFormOutcome } from '../../../parts/forms/submit.tsx';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { Form, FormError, FormFooter } from '../../../ui/form/form.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { focusNextRow } from '../../../ui/page/focus.ts';
import './areas.css';

const RenameArea = lazy(async () => ({ default: (await import('./rename-area.tsx')).RenameArea }));

export function Areas({ id, team }: { id: string; team: Team }) {
  const document = useClient().open('team', id, id);
  const [renamed, setRenamed] = useState<string | null>(null);

  function remove(area: string) {
    if (changeWithToast(document, { type: 'area.delete', area })) focusNextRow();
  }

  return (
    <Card title="Areas" isPadded>
      <ul className="areas">
        {team.areas.map((area) => (
          <li key={area} className="areas__row">
            <span className="areas__name">{area}</span>
            <Button aria-label={`Rename ${area}`} onPress={() => setRenamed(area)}>
              Rename
            </Button>
            <Button variant="danger" aria-label={`Delete ${area}`} onPress={() => remove(area)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <AddArea document={document} />
      <Suspense>
        {renamed !== null && (
          <RenameArea
            document={document}
            areas={team.areas}
            area={renamed}
            onClose={() => setRenamed(null)}
          />
        )}
      </Suspense>
    </Card>
  );
}

function AddArea({ document }: { document: LiveDocument<Team> }) {
  const [name, setName] = useState('');
  const { attempt, at, whole } = useFormOutcome('areas');

  async function add() {
    const made = await attempt(() => document.change({ type: 'area.add', name }));
    if (!made) return;
    setName('');
    showChangeToast(made);
  }

  return (
    <Form label="Add Area" onSubmit={add}>
      <FormError>{whole}</FormError>
      <TextField
        label="New area"
        name="area"
        autoComplete="off"
        value={name}
        onChange={setName}
        error={at('areas')}
      />
      <FormFooter>
        <Button type="submit">Add Area</Button>
      </FormFooter>
    </Form>
  );
}
