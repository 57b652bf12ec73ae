/** What spreadsheets recognize UTF-8 by, which reading a response removes. */
const byteOrderMark = '\uFEFF';
/** In milliseconds: some browsers begin a download after the press is over. */
const beginsWithin = 60_000;

/** Downloads text as a file. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([byteOrderMark, text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), beginsWithin);
}
