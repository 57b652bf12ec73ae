import { useState } from 'react';
import { type ColorMode, chooseColorMode, colorMode, colorModes } from '../../parts/theme/color-mode.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Card } from '../../ui/page/card.tsx';

const modeNames: Readonly<Record<ColorMode, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Light or dark mode of this device. */
export function Appearance() {
  const [mode, setMode] = useState(colorMode);

  function choose(value: string) {
    const chosen = colorModes.find((each) => each === value) ?? 'system';
    setMode(chosen);
    chooseColorMode(chosen);
  }

  return (
    <Card title="This Device" isPadded>
      <SelectField
        label="Appearance"
        value={mode}
        onChange={choose}
        options={colorModes.map((value) => ({ value, label: modeNames[value] }))}
      />
    </Card>
  );
}
