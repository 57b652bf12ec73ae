import IconLayoutBoard from '@tabler/icons-react/dist/esm/icons/IconLayoutBoard.mjs';
import { contrast } from '../../../styles/theme.ts';
import { modeVariables } from './mode-variables.ts';
import './theme-preview.css';

// text on the color is always readable, but a button can be hard to see against the page
const lowContrast = 1.25;

/** Shows a header, button and pill in the chosen color. */
export function ThemePreview({ color, teamName }: { color: string | undefined; teamName: string }) {
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
        <span className="theme-preview__header">
          <span className="theme-preview__logo">
            <IconLayoutBoard aria-hidden="true" />
          </span>
          <span className="theme-preview__name">{teamName}</span>
        </span>
        <span className="theme-preview__row">
          <span className="theme-preview__button">Save</span>
          <span className="theme-preview__pill">Lunch</span>
          <span className="theme-preview__link">Link</span>
        </span>
      </div>
      <figcaption>
        {mode === 'light' ? 'Light' : 'Dark'} ·{' '}
        {contrast(brand, card) < lowContrast ? 'Buttons are hard to see' : 'Easy to read'}
      </figcaption>
    </figure>
  );
}
