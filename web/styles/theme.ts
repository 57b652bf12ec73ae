type Rgb = [red: number, green: number, blue: number];

/** The background of the brand color; the same values are in tokens.css. */
export const surfaces = {
  light: { background: '#f3f4f7', card: '#ffffff', sunk: '#e9ebf0', ink: '#12161d' },
  dark: { background: '#0d1117', card: '#161c25', sunk: '#212936', ink: '#f2f5f9' },
} as const;

const defaultBrand = { light: '#1f5fbf', dark: '#7fb2ff' } as const;
const readable = 4.5;

function parse(color: string): Rgb | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1];
  if (!digits) return undefined;
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const value = Number.parseInt(long, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** `#rrggbb` of what was typed, as `c06` or `#CC0066`; undefined for anything else. */
export function parseColor(typed: string): string | undefined {
  const rgb = parse(typed);
  return rgb && write(rgb);
}

function write(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function known(color: string): Rgb {
  const rgb = parse(color);
  if (!rgb) throw new RangeError(`Not a color: ${color}`);
  return rgb;
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast of two `#rrggbb` colors, 1 to 21. Throws RangeError on anything else. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(known(one)), luminance(known(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `share` 0 gives `from`, 1 gives `to`. */
function mix(from: string, to: string, share: number): string {
  const [a, b] = [known(from), known(to)];
  return write(a.map((part, index) => part + ((b[index] ?? part) - part) * share) as Rgb);
}

/** The text color for a filled area: white or ink, or black where only that is readable. */
export function textOn(fill: string): string {
  const candidates = ['#ffffff', surfaces.light.ink];
  return candidates.find((text) => contrast(text, fill) >= readable) ?? '#000000';
}

/** The color moved towards black or white just far enough to be read on every surface of that mode. */
export function readableBrand(color: string, mode: 'light' | 'dark'): string {
  const { background, card, sunk } = surfaces[mode];
  const end = mode === 'light' ? '#000000' : '#ffffff';
  for (let percent = 0; percent < 100; percent += 2) {
    const shade = mix(color, end, percent / 100);
    if ([background, card, sunk].every((surface) => contrast(shade, surface) >= readable)) return shade;
  }
  return end;
}

/** The brand variables of both modes; tokens.css picks the mode. An unreadable color gives the default brand. */
export function brandVariables(primaryColor?: string): Record<string, string> {
  const chosen = primaryColor === undefined ? undefined : parse(primaryColor);
  const variables: Record<string, string> = {};
  for (const mode of ['light', 'dark'] as const) {
    const brand = chosen ? write(chosen) : defaultBrand[mode];
    const ink = readableBrand(brand, mode);
    variables[`--brand-${mode}`] = brand;
    variables[`--on-brand-${mode}`] = textOn(brand);
    variables[`--brand-ink-${mode}`] = ink;
    variables[`--brand-soft-${mode}`] = mix(surfaces[mode].card, ink, 0.12);
  }
  return variables;
}

/** Applies the team's color, `#rgb` or `#rrggbb`. */
export function applyTheme({ primaryColor }: { primaryColor?: string }): void {
  for (const [name, value] of Object.entries(brandVariables(primaryColor))) {
    document.documentElement.style.setProperty(name, value);
  }
}
