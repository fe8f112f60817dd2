import { Readable } from 'node:stream'
import type { CsvCell } from '../csv/csv.ts'
import { createZip, type ZipEntry } from './zip-writer.ts'

// The one way to write workbooks. A workbook of one sheet is five fixed parts and the rows, so it needs no library.

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'
const mainNamespace = `${openXml}/spreadsheetml/2006/main`
const relationships = `${openXml}/officeDocument/2006/relationships`
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const xlsxMediaType = `${contentTypes}.sheet`

// The places of the formats in the styles below: bold, and text, so that an edited ZIP keeps its zeros.
const headerStyle = 1
const textStyle = 2

const fixedParts: readonly (readonly [name: string, content: string])[] = [
  [
    '[Content_Types].xml',
    `${xml}<Types xmlns="${openXml}/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${contentTypes}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${contentTypes}.styles+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentTypes}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${xml}<Relationships xmlns="${openXml}/package/2006/relationships">` +
      `<Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${xml}<workbook xmlns="${mainNamespace}" xmlns:r="${relationships}">` +
      '<sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${xml}<Relationships xmlns="${openXml}/package/2006/relationships">` +
      `<Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${xml}<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
      '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill/></fill></fills>' +
      '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/>' +
      '<xf fontId="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>',
  ],
]

const sheetStart =
  `${xml}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>'
const sheetEnd = '</sheetData></worksheet>'

/** The most that a cell holds. */
const maxCellLength = 32_767
// XML cannot contain them, not even escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be removed
const forbiddenCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

const escapeXml = (text: string): string =>
  text
    .slice(0, maxCellLength)
    .toWellFormed()
    .replace(forbiddenCharacters, '')
    // Spreadsheets read `_x0041_` as the letter of this code.
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"\r]/g, (character) => entities[character] ?? character)

/** `A`, `Z`, `AA` for the columns 0, 25, 26. */
const formatColumn = (at: number): string =>
  (at < 26 ? '' : formatColumn(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** Empty cells are left out; some readers need the address of the others. */
function formatCell(cell: CsvCell, address: string, style: number): string {
  if (cell === null || cell === '') return ''
  // A text has the type of a text, so no spreadsheet runs it as a formula.
  return typeof cell === 'number'
    ? `<c r="${address}"><v>${cell}</v></c>`
    : `<c r="${address}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
}

const formatRow = (
  columns: readonly string[],
  cells: readonly CsvCell[],
  { row, style }: { row: number; style: number },
) => `<row r="${row}">${cells.map((cell, at) => formatCell(cell, `${columns[at]}${row}`, style)).join('')}</row>`

type Records = AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>

async function* formatSheet(headers: readonly string[], records: Records) {
  const columns = headers.map((_, at) => formatColumn(at))
  let row = 1
  let chunk = sheetStart + formatRow(columns, headers, { row, style: headerStyle })
  for await (const cells of records) {
    row += 1
    chunk += formatRow(columns, cells, { row, style: textStyle })
    if (chunk.length < 65_536) continue
    yield chunk
    chunk = ''
  }
  yield chunk + sheetEnd
}

/** A workbook (Office Open XML) of one sheet with a bold, frozen header, written as fast as it is consumed. */
export function createXlsx(headers: readonly string[], records: Records, at: Date): Readable {
  const parts: ZipEntry[] = fixedParts.map(([name, content]) => ({ name, content: Readable.from([content]) }))
  const sheet = { name: 'xl/worksheets/sheet1.xml', content: Readable.from(formatSheet(headers, records)) }
  return createZip([...parts, sheet], at)
}
