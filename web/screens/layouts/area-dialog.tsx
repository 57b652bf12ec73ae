import { useState } from 'react';
import type { LayoutRow } from '../../../contract/documents.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { useClient, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { showToast } from '../../ui/message/toast.tsx';

/** Moves a layout to another of the team's areas. */
export function AreaDialog({ row, onClose }: { row: LayoutRow; onClose: () => void }) {
  const client = useClient();
  const teamId = useTeamId() ?? '';
  const team = useTeam();
  const [area, setArea] = useState(row.area);
  const { attempt, isBusy, at, whole } = useFormOutcome('area');
  // a layout keeps the name its area had when it was created, even if the team renamed the area
  const areas = [...new Set([...(team.state === 'ready' ? team.body.areas : []), row.area])];

  async function save() {
    const document = client.open('layout', teamId, row.id);
    const moveTo = (to: string) => document.change({ type: 'layout.area', area: to });
    if (area !== row.area) {
      if (!(await attempt(() => moveTo(area)))) return;
      showToast({
        text: `Moved to ${area}`,
        action: { label: 'Undo', onPress: () => moveTo(row.area) },
      });
    }
    onClose();
  }

  return (
    <FormDialog
      title="Move to Another Area"
      action="Move"
      isBusy={isBusy}
      whole={whole}
      onSubmit={save}
      onClose={onClose}
    >
      <SelectField
        label="Area"
        name="area"
        value={area}
        onChange={setArea}
        options={areas.map((each) => ({ value: each, label: each }))}
        error={at('area')}
      />
    </FormDialog>
  );
}
