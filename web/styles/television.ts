/** User agents of televisions and TV boxes. */
const television =
  /\b(SMART-TV|SmartTV|Tizen .*TV|Web0S|HbbTV|NetCast|BRAVIA|Google ?TV|Android TV|CrKey|AFT[A-Z0-9]+|AppleTV|VIDAA|Roku)\b/i;

/** Screens this wide are treated as televisions. */
const wide = '(min-width: 1800px)';
/** A television with 1920 pixels may report 1280 or 960. */
const narrowestTelevision = '(min-width: 900px)';

const isNamed = television.test(globalThis.navigator?.userAgent ?? '');
const queries = [wide, ...(isNamed ? [narrowestTelevision] : [])];

/** Whether the day view has television sizes. */
export const isTelevision = (): boolean => queries.some((query) => matchMedia(query).matches);

export function watchTelevision(tell: () => void): () => void {
  const lists = queries.map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', tell);
  return () => {
    for (const list of lists) list.removeEventListener('change', tell);
  };
}

/** Style sheets know it by data-television on <html>; 'named' is one that may be narrow. */
export function showTelevision(): void {
  const { dataset } = document.documentElement;
  const show = () => {
    if (isTelevision()) dataset.television = isNamed ? 'named' : 'wide';
    else delete dataset.television;
  };
  show();
  watchTelevision(show);
}
