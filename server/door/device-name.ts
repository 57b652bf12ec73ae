/** The first match counts, since browsers also send the names of others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Silk\//, 'Silk'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Tizen/, 'a Samsung TV'],
  [/Web0S|webOS/, 'an LG TV'],
  [/AFT\w|Kindle|Silk\//, 'Fire OS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** 'Chrome on Android', or 'API token “Sync”' for what a token did. `browser` is the User-Agent header. */
export const deviceOf = (
  { token }: { readonly token?: { readonly name: string } | null },
  browser: string,
): string => (token ? `API token “${[...token.name].slice(0, 26).join('')}”` : deviceNameOf(browser));

export function deviceNameOf(browser: string): string {
  const find = (names: typeof browsers) => names.find(([sign]) => sign.test(browser))?.[1];
  const [name, system] = [find(browsers), find(systems)];
  if (name && system) return `${name} on ${system}`;
  if (system) return `A browser on ${system}`;
  return name ?? (browser.trim() === '' ? 'Unknown device' : 'A script or app');
}
