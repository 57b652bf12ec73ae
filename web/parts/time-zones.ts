export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';

/** The zones that this browser knows, `chosen` among them; old televisions know only their own. */
export function timeZones(chosen: string): { value: string; label: string }[] {
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set([chosen, ...known, 'UTC'])]
    .sort()
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
