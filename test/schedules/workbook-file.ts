import { strToU8, zipSync } from 'fflate';

interface WrittenSheet {
  readonly name: string;
  /** The content of `<sheetData>`. */
  readonly data: string;
  readonly isHidden?: boolean;
  /** `<cols>`, with how columns look. */
  readonly columns?: string;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Styles of cells: 0 is none, then a date, a time, both, a custom time, a number with decimals, a duration. */
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="3">
<numFmt numFmtId="164" formatCode="[$-409]h:mm\\ AM/PM;@"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/>
<numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts><cellXfs count="7"><xf numFmtId="0"/><xf numFmtId="14"/>
<xf numFmtId="18"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;

/** An Excel file made by hand, as no program would write it. */
export function workbookFile(
  sheets: readonly WrittenSheet[],
  { isFrom1904 = false, strings = [] }: { isFrom1904?: boolean; strings?: readonly string[] } = {},
  more: Readonly<Record<string, string>> = {},
): Uint8Array<ArrayBuffer> {
  const files: Record<string, string> = {
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}">${isFrom1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets
      .map(
        ({ name, isHidden }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships>${sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rIdS" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rIdT" Type="${relations}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ data, columns = '' }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${head}<worksheet xmlns="${main}">${columns}<sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  };
  const zipped = zipSync(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])),
  );
  return new Uint8Array(zipped);
}

/** Text, or a number with a style. */
export type WrittenCell = string | readonly [value: number, style: number];

/** Rows of cells, each with its address. */
export const rowsOf = (rows: readonly (readonly WrittenCell[])[]): string =>
  rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, column) => cellOf(cell, `${String.fromCharCode(65 + column)}${row + 1}`)).join('')}</row>`,
    )
    .join('');

const cellOf = (cell: WrittenCell, address: string): string =>
  typeof cell === 'string'
    ? `<c r="${address}" t="inlineStr"><is><t>${cell}</t></is></c>`
    : `<c r="${address}" s="${cell[1]}"><v>${cell[0]}</v></c>`;
