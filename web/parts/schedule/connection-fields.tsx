import { useState } from 'react';
import type { ScheduleProvider } from '../../../contract/schedule.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Badge } from '../../ui/message/message.tsx';
import './connection-fields.css';

type Field = ScheduleProvider['fields'][number];

type ConnectionFieldsProps = {
  fields: readonly Field[];
  /** Names of the secrets that the server has; they are never shown. */
  kept: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
  errorAt: (name: string) => string | undefined;
};

/** What a provider asks for, in its own words. */
export function ConnectionFields({ fields, kept, values, onChange, errorAt }: ConnectionFieldsProps) {
  const [replaced, setReplaced] = useState<readonly string[]>([]);
  return fields.map(({ name, label, kind, isSecret, isRequired, help }) => {
    const error = errorAt(name);
    const isKept = isSecret && kept.includes(name) && !replaced.includes(name) && !error;
    if (isKept) {
      return (
        <div key={name} className="connection-fields__kept">
          <span>{label}</span>
          <Badge tone="done">Saved</Badge>
          <Button aria-label={`Replace ${label}`} onPress={() => setReplaced([...replaced, name])}>
            Replace
          </Button>
        </div>
      );
    }
    return (
      <TextField
        key={name}
        label={isRequired ? label : `${label} (optional)`}
        name={name}
        type={isSecret ? 'password' : kind === 'address' ? 'url' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={false}
        autoFocus={replaced.includes(name)}
        description={help || undefined}
        value={values[name] ?? ''}
        onChange={(value) => onChange(name, value)}
        error={error}
      />
    );
  });
}
