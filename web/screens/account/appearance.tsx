import { useState } from 'react';
import { secureAddressesOf } from '../../../client/calls/secure.ts';
import { AwakeNote } from '../../parts/awake/awake-note.tsx';
import { StayAwake } from '../../parts/awake/stay-awake.ts';
import { chooseSingleKeys, singleKeys } from '../../parts/keys/single-keys.ts';
import { useQuery } from '../../parts/lists/use-query.ts';
import { hasNotesDraft } from '../../parts/notes/notes-drafts.ts';
import { useObservable } from '../../parts/page/client-context.tsx';
import { type ColorMode, chooseColorMode, colorMode, colorModes } from '../../parts/theme/color-mode.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

const modeNames: Readonly<Record<ColorMode, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

/** What is this device's own: light or dark mode, shortcuts, whether its screen stays on. */
export function Appearance() {
  const [mode, setMode] = useState(colorMode);
  const hasSingleKeys = useObservable(singleKeys);
  const addresses = useQuery(secureAddressesOf).value;
  // The page must load again, since its security policy may be from before https was on. Notes would be lost by it.
  const target = hasNotesDraft() ? undefined : '_self';
  const isOffered =
    window.location.protocol === 'http:' && addresses !== undefined && addresses.origins.length > 0;

  function choose(value: string) {
    const chosen = colorModes.find((each) => each === value) ?? 'system';
    setMode(chosen);
    chooseColorMode(chosen);
  }

  return (
    <Card title="This Device" isPadded>
      <Stack>
        <SelectField
          label="Appearance"
          value={mode}
          onChange={choose}
          options={colorModes.map((value) => ({ value, label: modeNames[value] }))}
        />
        <Checkbox
          label="Single-key shortcuts"
          description="1 to 9 for rotations, / for a person, ? for all keys"
          isSelected={hasSingleKeys}
          onChange={chooseSingleKeys}
        />
        <StayAwake />
        <AwakeNote />
        {isOffered && (
          <p>
            <ButtonLink href={urls.secure} target={target}>
              Set Up a Secure Connection
            </ButtonLink>
          </p>
        )}
      </Stack>
    </Card>
  );
}
