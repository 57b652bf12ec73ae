import { type ReactNode, useState } from 'react';
import type { LiveDocument } from '../../../client/live-document.ts';
import type { Change } from '../../../domain/change.ts';
import type { Template } from '../../../domain/template.ts';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Form, FormError, FormFooter } from '../../ui/form.tsx';
import { useNavigateTo } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';

type NameFormProps = {
  title: string;
  label: string;
  /** The name so far; '' for something new. */
  name: string;
  document: LiveDocument<Template>;
  changeTo: (name: string) => Change;
  /** Where Save and Cancel lead. */
  back: string;
  children?: ReactNode;
};

/** A page that gives one part of a template its name. */
export function NameForm({ title, label, name, document, changeTo, back, children }: NameFormProps) {
  const go = useNavigateTo();
  const [typed, setTyped] = useState(name);
  const { attempt, at, whole } = useFormOutcome('name');

  async function save() {
    if (await attempt(() => document.change(changeTo(typed)))) go(back);
  }

  return (
    <Page title={title} width="narrow">
      <Form onSubmit={save}>
        <FormError>{whole}</FormError>
        {children}
        <TextField
          label={label}
          name="name"
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={setTyped}
          error={at('name')}
        />
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
