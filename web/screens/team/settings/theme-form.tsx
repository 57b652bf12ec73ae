import type { Team } from '../../../../domain/team/team.ts';
import { showChangeToast } from '../../../parts/forms/change-toast.ts';
import { useFormOutcome } from '../../../parts/forms/form-outcome.ts';
import { useClient } from '../../../parts/page/client-context.tsx';
import { brandVariables, parseColor } from '../../../styles/theme.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Form, FormError, FormRow } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { DraftsFooter } from './drafts-footer.tsx';
import { ThemePreview } from './theme-preview.tsx';
import { ConflictNotice, useDrafts } from './use-drafts.tsx';

const defaultColorName = 'the default blue';

/** The team's color; applied once saved. */
export function ThemeForm({ id, team }: { id: string; team: Team }) {
  const client = useClient();
  const shown = { color: team.primaryColor ?? '' };
  const drafts = useDrafts(shown);
  const typed = drafts.texts.color;
  const color = parseColor(typed);
  const { attempt, at, whole, clear } = useFormOutcome('primaryColor');

  function startOver() {
    drafts.clear();
    clear();
  }

  async function save() {
    const document = client.open('team', id, id);
    const primaryColor = typed.trim() === '' ? null : (color ?? typed);
    const saved = await attempt(() => document.change({ type: 'team.theme', primaryColor }));
    if (!saved) return;
    startOver();
    showChangeToast(saved);
  }

  return (
    <Card title="Theme" isPadded>
      <Form label="Theme" onSubmit={save}>
        <FormError>{whole}</FormError>
        <FormRow>
          <TextField
            label="Color"
            name="color"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            placeholder="Default blue"
            onChange={(text) => drafts.type('color', text)}
            description="Leave blank for default blue."
            error={at('primaryColor')}
          />
          <TextField
            label="Pick a color"
            type="color"
            value={color ?? brandVariables()['--brand-light'] ?? ''}
            onChange={(picked) => drafts.type('color', picked)}
          />
        </FormRow>
        <ThemePreview color={color} teamName={team.name} />
        <ConflictNotice
          changed={drafts.conflicts.map(() => ({
            label: 'the color',
            text: shown.color || defaultColorName,
          }))}
          onTake={drafts.takeTheirs}
        />
        <DraftsFooter onCancel={startOver}>
          <Button onPress={() => drafts.type('color', '')}>Default Blue</Button>
        </DraftsFooter>
      </Form>
    </Card>
  );
}
