import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import { brandVariables, contrast, parseColor, surfaces } from '../../../styles/theme.ts';
import './theme-form.css';
import type { Made } from '../../../../client/document/document-view.ts';
import type { Team } from '../../../../domain/team/team.ts';
import { showChangeToast } from '../../../parts/forms/change-toast.ts';
import { SubmitForm, useForm } from '../../../parts/forms/submit.tsx';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { FormRow } from '../../../ui/form/form.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { ConflictNotice } from './conflict-notice.tsx';

// text on the color is always readable, but a button can be hard to see against the page
const lowContrast = 1.25;

function ThemePreview({ color, teamName }: { color: string | undefined; teamName: string }) {
  return (
    <div className="theme-preview">
      <Sample mode="light" color={color} teamName={teamName} />
      <Sample mode="dark" color={color} teamName={teamName} />
    </div>
  );
}

type SampleProps = { mode: 'light' | 'dark'; color: string | undefined; teamName: string };

function Sample({ mode, color, teamName }: SampleProps) {
  const variables = modeVariables(mode, color);
  const { '--brand': brand = '', '--card': card = '' } = variables;
  return (
    <figure>
      <div
        className="theme-preview__page"
        style={variables}
        role="img"
        aria-label={`Header, button, and pill in ${mode} mode`}
      >
        <span className="actions theme-preview__header">
          <span className="theme-preview__logo">
            <IconLayoutBoard aria-hidden="true" />
          </span>
          <span className="theme-preview__name">{teamName}</span>
        </span>
        <span className="actions theme-preview__row">
          <span className="theme-preview__button">Save</span>
          <span className="theme-preview__pill">Lunch</span>
          <span className="theme-preview__link">Link</span>
        </span>
      </div>
      <figcaption className="hint">
        {mode === 'light' ? 'Light' : 'Dark'} ·{' '}
        {contrast(brand, card) < lowContrast ? 'Buttons are hard to see' : 'Easy to read'}
      </figcaption>
    </figure>
  );
}

export function ThemeForm({ id, team }: { id: string; team: Team }) {
  const client = useClient();
  const form = useForm({ primaryColor: team.primaryColor ?? '' });
  const field = form.field('primaryColor');
  const typed = field.value;
  const color = parseColor(typed);

  function finish(saved: Made) {
    form.reset();
    showChangeToast(saved, 'Theme saved');
  }

  return (
    <Card title="Theme" isPadded>
      <SubmitForm
        form={form}
        label="Theme"
        action="Save"
        work={() => {
          const primaryColor = typed.trim() === '' ? null : (color ?? typed);
          return client.open('team', id, id).change({ type: 'team.theme', primaryColor });
        }}
        onDone={finish}
        footer={
          <>
            <Button variant="quiet" onPress={() => form.reset()}>
              Cancel
            </Button>
            <Button onPress={() => field.onChange('')}>Default Blue</Button>
          </>
        }
      >
        <FormRow>
          <TextField
            label="Color"
            spellCheck={false}
            placeholder="Default blue"
            description="Leave blank for default blue."
            {...field}
          />
          <TextField
            label="Pick a color"
            type="color"
            value={color ?? brandVariables()['--brand-light'] ?? ''}
            onChange={field.onChange}
          />
        </FormRow>
        <ThemePreview color={color} teamName={team.name} />
        <ConflictNotice
          form={{ ...form, saved: { primaryColor: form.saved.primaryColor || 'the default blue' } }}
          labels={{ primaryColor: 'the color' }}
        />
      </SubmitForm>
    </Card>
  );
}

/** What a part of the page needs around it to look as it would in that mode, in the team's color. */
export function modeVariables(mode: 'light' | 'dark', primaryColor?: string): Record<string, string> {
  const brand = brandVariables(primaryColor);
  const variables: Record<string, string> = { 'color-scheme': mode };
  for (const [name, value] of Object.entries(surfaces[mode])) variables[`--${name}`] = value;
  for (const name of ['brand', 'on-brand', 'brand-ink', 'brand-soft']) {
    variables[`--${name}`] = brand[`--${name}-${mode}`] ?? '';
  }
  return variables;
}
