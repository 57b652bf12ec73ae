import { expect, test } from 'vitest';
import { brandVariables, surfaces } from '../../../styles/theme.ts';
import { modeVariables } from './settings.tsx';

test.each(['light', 'dark'] as const)(
  'a preview in %s has the surfaces and the brand that the page would have',
  (mode) => {
    const brand = brandVariables('#cc0066');
    expect(modeVariables(mode, '#cc0066')).toMatchObject({
      'color-scheme': mode,
      '--card': surfaces[mode].card,
      '--brand': brand[`--brand-${mode}`],
      '--on-brand': brand[`--on-brand-${mode}`],
      '--brand-ink': brand[`--brand-ink-${mode}`],
    });
  },
);
