/** In points. Smaller text can't be read from a clipboard at arm's length. */
export const leastSize = 7.5;
const step = 0.25;

/**
 * Gives a sheet the largest text with which it is one page. What isn't one at the least loses its lines to write on, and then goes on
 * to the next page. What is extra shows where the text is as large with it.
 */
export function fitPaper(sheet: HTMLElement, mostSize: number): void {
  sheet.classList.add('paper__sheet--measured', 'paper__sheet--bare');
  sheet.classList.remove('paper__sheet--tight', 'paper__sheet--long');
  if (!takesLargest(sheet, mostSize)) {
    sheet.classList.add('paper__sheet--tight');
    if (!takesLargest(sheet, mostSize)) sheet.classList.replace('paper__sheet--tight', 'paper__sheet--long');
  }
  sheet.classList.remove('paper__sheet--bare');
  if (sheet.classList.contains('paper__sheet--long') || !isWithin(sheet))
    sheet.classList.add('paper__sheet--bare');
  sheet.classList.remove('paper__sheet--measured');
}

const isWithin = (sheet: HTMLElement): boolean =>
  sheet.scrollHeight <= sheet.clientHeight && sheet.scrollWidth <= sheet.clientWidth;

/** Whether any size fits. The sheet is left with the largest that does, else with the least. */
function takesLargest(sheet: HTMLElement, mostSize: number): boolean {
  const fits = (steps: number): boolean => {
    sheet.style.setProperty('--size', String(leastSize + steps * step));
    return isWithin(sheet);
  };
  let [fitting, above] = [0, Math.round((mostSize - leastSize) / step)];
  if (fits(above)) return true;
  while (above - fitting > 1) {
    const asked = (fitting + above) >> 1;
    if (fits(asked)) fitting = asked;
    else above = asked;
  }
  return fits(fitting);
}
