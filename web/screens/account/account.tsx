import { useState } from 'react';
import { roleNames } from '../../../domain/access.ts';
import { useMe } from '../../parts/client-context.tsx';
import { type ColorMode, chooseColorMode, colorMode, colorModes } from '../../parts/color-mode.ts';
import { Facts } from '../../parts/facts.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { urls } from '../../urls.ts';

const modeNames: Readonly<Record<ColorMode, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

/** The person, their teams, and how this device looks. */
export function AccountScreen() {
  const me = useMe();
  const [mode, setMode] = useState(colorMode);
  if (!me?.user) return null;
  const { user, teams } = me;

  function choose(value: string) {
    const chosen = colorModes.find((each) => each === value) ?? 'system';
    setMode(chosen);
    chooseColorMode(chosen);
  }

  return (
    <Page title="Account" width="narrow" actions={<ButtonLink href={urls.logout}>Sign out</ButtonLink>}>
      <Stack>
        <Card title="You">
          <Facts
            facts={[
              { label: 'UID', value: user.id },
              { label: 'Email', value: user.email },
              { label: 'First Name', value: user.firstName },
              { label: 'Last Name', value: user.lastName },
            ]}
          />
        </Card>
        <Card title="Teams" isPadded={teams.length === 0}>
          {teams.length === 0 ? (
            <p>No teams available</p>
          ) : (
            <Facts facts={teams.map(({ name, role }) => ({ label: name, value: roleNames[role] }))} />
          )}
        </Card>
        <Card title="This device" isPadded>
          <SelectField
            label="Appearance"
            value={mode}
            onChange={choose}
            options={colorModes.map((value) => ({ value, label: modeNames[value] }))}
          />
        </Card>
      </Stack>
    </Page>
  );
}
