import { formatDayCell, formatNumberCell, parseColumn, toCsvField, unescapeCell } from './cell-text.ts'
import { unprocessable } from './input-file.ts'
import { readXml, type Tag } from './xml.ts'

export type SheetOptions = {
  fileName: string
  shared: readonly string[]
  /** Whether a number with this style is a day. */
  isDay: (style: number) => boolean
  has1904Dates: boolean
}

const maxRows = 1_048_576
// The format allows 16,384 columns: every row is padded to the widest, so one stray cell would make each row 16 KB.
const maxColumns = 1_000

/** A row is a line, padded to the widest row so far, because a sheet omits empty cells. */
export async function* readSheetAsCsv(bytes: AsyncIterable<Buffer>, options: SheetOptions): AsyncGenerator<Buffer> {
  const rows = createRowWriter(options.fileName)
  const cell = createCellReader(options)
  let isText = false
  let isPhonetic = false
  const steps = readXml(bytes, options.fileName, {
    open: (tag) => {
      if (tag.name === 'row') rows.begin(Number(tag.attributes.r))
      else if (tag.name === 'c') cell.begin(tag)
      else if (tag.name === 'rPh') isPhonetic = true
      isText = (tag.name === 'v' || tag.name === 't') && !isPhonetic
    },
    text: (text) => {
      if (isText) cell.add(text)
    },
    close: (name) => {
      isText = false
      if (name === 'c') rows.put(cell.column, cell.text())
      else if (name === 'row') rows.end()
      else if (name === 'rPh') isPhonetic = false
    },
  })
  for await (const _ of steps) {
    const text = rows.take()
    if (text !== '') yield Buffer.from(text)
  }
}

function createCellReader({ shared, isDay, has1904Dates }: SheetOptions) {
  let type = ''
  let style = 0
  let value = ''
  const cell = {
    column: -1,
    begin: ({ attributes: { r, t, s } }: Tag) => {
      type = t ?? 'n'
      style = Number(s ?? 0)
      value = ''
      // A cell without a position follows the previous one.
      cell.column = r === undefined ? -1 : parseColumn(r)
    },
    add: (text: string) => {
      value += text
    },
    text: (): string => {
      if (value === '' || type === 'e') return ''
      if (type === 's') return shared[Number(value)] ?? ''
      if (type === 'inlineStr' || type === 'str') return unescapeCell(value)
      if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
      if (type === 'd') return value.slice(0, 'YYYY-MM-DD'.length)
      return isDay(style) ? formatDayCell(value, has1904Dates) : formatNumberCell(value)
    },
  }
  return cell
}

function createRowWriter(fileName: string) {
  const lines: string[] = []
  let fields: string[] = []
  let row = 0
  let width = 0
  return {
    begin: (number: number) => {
      const next = number > row && number <= maxRows ? number : row + 1
      lines.push('\n'.repeat(next - row - 1))
      row = next
      fields = []
    },
    put: (column: number, text: string) => {
      const place = column < 0 ? fields.length : column
      if (place >= maxColumns) {
        // Excel keeps the styles of empty cells, out to the last column.
        if (text === '') return
        throw unprocessable(
          `Row ${row} of the workbook ${fileName} goes beyond column ${maxColumns}, the last that is read.`,
        )
      }
      while (fields.length < place) fields.push('')
      fields[place] = toCsvField(text)
    },
    end: () => {
      if (fields.every((field) => field === '')) fields = []
      else {
        width = Math.max(width, fields.length)
        while (fields.length < width) fields.push('')
      }
      lines.push(`${fields.join(',')}\n`)
    },
    take: (): string => lines.splice(0).join(''),
  }
}
