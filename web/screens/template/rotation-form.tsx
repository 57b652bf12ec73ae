import { useState } from 'react';
import { readTime } from '../../../domain/clock-time.ts';
import { type Rotation, readRotationForm } from '../../../domain/rotation.ts';
import { Redirect } from '../../guards.tsx';
import { useClient } from '../../parts/client-context.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { useOpenTemplate } from '../../parts/template-frame.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Form, FormError, FormFooter, FormRow } from '../../ui/form.tsx';
import { useNavigateTo } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { urls } from '../../urls.ts';
import { at as standing } from './place.ts';

/** `place` is 'add' for a new rotation. */
export function RotationFormScreen({ place }: { place: string }) {
  const { id, template } = useOpenTemplate();
  const rotation = standing(template.rotations, place);
  if (!rotation && place !== 'add') return <Redirect to={urls.templateRotations(id)} />;
  return <RotationForm key={rotation?.id} rotation={rotation} />;
}

function RotationForm({ rotation }: { rotation: Rotation | undefined }) {
  const client = useClient();
  const { id, document } = useOpenTemplate();
  const go = useNavigateTo();
  const [name, setName] = useState(rotation?.name ?? '');
  const [start, setStart] = useState(rotation?.startTime ?? '');
  const [end, setEnd] = useState(rotation?.endTime ?? '');
  const { attempt, at, whole } = useFormOutcome('name', 'startTime', 'endTime');
  const back = urls.templateRotations(id);

  async function save() {
    const saved = await attempt(() => {
      const form = readRotationForm({ name, startTime: readTime(start) ?? '', endTime: readTime(end) ?? '' });
      if (!form.ok) return form;
      return document.change(
        rotation
          ? { type: 'rotation.edit', rotation: rotation.id, ...form.value }
          : {
              type: 'rotation.add',
              rotation: { id: client.newId(), ...form.value, subareas: [] },
              before: null,
            },
      );
    });
    if (saved) go(back);
  }

  return (
    <Page title={rotation ? 'Edit Rotation' : 'Add Rotation'} width="narrow">
      <Form onSubmit={save}>
        <FormError>{whole}</FormError>
        <TextField
          label="Rotation Name"
          name="name"
          autoComplete="off"
          autoFocus={!rotation}
          value={name}
          onChange={setName}
          error={at('name')}
        />
        <FormRow>
          <TextField
            label="Start Time"
            name="start"
            autoComplete="off"
            placeholder="10:30 AM"
            value={start}
            onChange={setStart}
            onBlur={() => setStart(readTime(start) ?? start)}
            error={at('startTime')}
          />
          <TextField
            label="End Time"
            name="end"
            autoComplete="off"
            placeholder="2:00 PM"
            value={end}
            onChange={setEnd}
            onBlur={() => setEnd(readTime(end) ?? end)}
            error={at('endTime')}
          />
        </FormRow>
        <FormFooter>
          <Button type="submit" variant="primary">
            Save
          </Button>
          <ButtonLink href={back}>Cancel</ButtonLink>
        </FormFooter>
      </Form>
    </Page>
  );
}
