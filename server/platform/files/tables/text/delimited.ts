import { unprocessable } from '../../content/input-file.ts'
import { type OpenTable, type TableChoices, type TableHandle, toUniqueNames } from '../table.ts'
import { endStream, prependBytes } from './byte-stream.ts'
import { detectLayout, type TextLayout } from './detect-layout.ts'
import { guessFixedWidth, openFixedWidth } from './fixed-width.ts'
import { listFirstLines, type OpenText, openText, requireColumns, type TextPart } from './open-text.ts'

/** A table of delimited or fixed-width text; which, and where its header stands, is detected unless chosen. */
export const toTextTable = (part: TextPart, choices: TableChoices): TableHandle => ({
  name: part.name,
  open: async ({ names } = {}) => {
    const text = await openText(part, choices)
    try {
      return openLayout(part, choices, text, names)
    } catch (error) {
      await endStream(text.rest)
      throw error
    }
  },
})

function openLayout(part: TextPart, choices: TableChoices, text: OpenText, names?: ReadonlySet<string>): OpenTable {
  if (choices.format === 'FIXED_WIDTH' || (choices.fixedWidth && !choices.format))
    return openFixedWidth(part, choices, text)
  const delimiter = part.format ? ',' : choices.delimiter
  const layout = detectLayout(text.lines, { delimiter, headerLine: choices.headerLine, names })
  if (!layout || layout.records.length === 0) throw unprocessable(`The file ${part.fileName} is empty.`)
  const isOpen = layout.width < 2 && !choices.delimiter && !choices.format && !part.format
  const columns = isOpen ? guessFixedWidth(text.lines) : undefined
  if (columns) return openFixedWidth(part, { ...choices, fixedWidth: columns }, text)
  if (choices.delimiter && layout.width < 2) refuseDelimiter(part.fileName, choices.delimiter, text.lines)
  return openDelimited(part, choices, text, layout)
}

function refuseDelimiter(fileName: string, chosen: string, lines: Buffer): void {
  const found = detectLayout(lines, {})
  if (found && found.width > 1)
    throw unprocessable(
      `The columns of ${fileName} are not separated by ${nameDelimiter(chosen)}: choose ${nameDelimiter(found.delimiter)}, which makes ${found.width}.`,
    )
}

const delimiterNames: Record<string, string> = { ',': 'commas', '\t': 'tabs', '|': 'bars', ';': 'semicolons' }
const nameDelimiter = (delimiter: string) => delimiterNames[delimiter] ?? `“${delimiter}”`

function openDelimited(part: TextPart, choices: TableChoices, text: OpenText, layout: TextLayout): OpenTable {
  const { delimiter, header } = layout
  const width = choices.columns?.length ?? layout.width
  requireColumns(width, part.fileName)
  const cells = choices.columns ?? Array.from({ length: width }, (_, at) => header?.cells[at] ?? '')
  return {
    header: toUniqueNames(cells),
    delimiter,
    width,
    line: header ? header.line + header.lines : 1,
    ...(!part.format && { firstLines: listFirstLines(text) }),
    bytes: prependBytes(Buffer.concat([text.lines.subarray(header?.end ?? 0), text.after]), text.rest),
    facts: {
      name: part.name,
      file: {
        format: part.format ?? 'DELIMITED',
        ...(part.name !== '' && { table: part.name }),
        ...(!part.format && { delimiter, encoding: text.encoding }),
        headerLine: header?.line ?? 0,
        ...(choices.columns && { columns: choices.columns }),
      },
      geometry: null,
      crsName: null,
      doubts: [...text.doubts, ...describeLayout(layout, cells)],
      rowCount: null,
    },
  }
}

function describeLayout({ header, records, width }: TextLayout, cells: readonly string[]): string[] {
  const doubts: string[] = []
  if (!header) doubts.push('No line has the names of the columns: they are numbered.')
  else if (header.line > 1) doubts.push(`The header stands on line ${header.line}, below other lines.`)
  const nameless = header ? cells.filter((cell) => cell === '').length : 0
  if (nameless > 0) doubts.push(nameless === 1 ? 'One column has no name.' : `${nameless} columns have no name.`)
  const names = cells.filter((cell) => cell !== '')
  const repeated = names.filter((cell, at) => names.indexOf(cell) !== at)
  if (repeated.length > 0)
    doubts.push(`Several columns have the name ${[...new Set(repeated)].slice(0, 3).join(', ')}.`)
  const rows = records.filter(({ line }) => line > (header?.line ?? 0))
  const ragged = rows.filter((row) => row.cells.length !== width).length
  if (ragged > 0) doubts.push(`${ragged} of the first ${rows.length} rows have more or fewer cells than the others.`)
  return doubts
}
