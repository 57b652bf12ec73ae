import { words } from '../../../client/words/words.ts';
import type { DeviceRole } from '../../../domain/team/device.ts';
import type { FormOutcome } from '../../parts/forms/submit.tsx';
import { SelectField, TextField } from '../../ui/form/form.tsx';

const t = words('devices');

const everywhere = '';

type DeviceFieldsProps = {
  form: Pick<FormOutcome, 'at'>;
  areas: readonly string[];
  name: string;
  onName: (name: string) => void;
  /** null: all areas. */
  area: string | null;
  onArea: (area: string | null) => void;
  /** Of a tablet. */
  role?: DeviceRole | null;
  onRole?: (role: DeviceRole) => void;
};

/** What a manager says of a device. */
export function DeviceFields({ form, areas, name, onName, area, onArea, role, onRole }: DeviceFieldsProps) {
  return (
    <>
      <TextField label={t('name')} name="name" value={name} onChange={onName} error={form.at('name')} />
      <SelectField
        label={t('area')}
        value={area ?? everywhere}
        onChange={(next) => onArea(next === everywhere ? null : next)}
        error={form.at('area')}
        options={[
          ...areas.map((each) => ({ value: each, label: each })),
          { value: everywhere, label: t('all-areas') },
        ]}
      />
      {role && onRole && (
        <SelectField<DeviceRole>
          label={t('may')}
          value={role}
          onChange={onRole}
          options={[
            { value: 'lead', label: t('may-run') },
            { value: 'viewer', label: t('may-view') },
          ]}
        />
      )}
    </>
  );
}
