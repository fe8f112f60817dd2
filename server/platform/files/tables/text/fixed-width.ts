import type { SourceFile } from '@dooryard/contract/data/sources/source-document'
import { toCsvField } from '../../content/cell-text.ts'
import { unprocessable } from '../../content/input-file.ts'
import { type OpenTable, type TableChoices, toUniqueNames } from '../table.ts'
import { listFirstLines, type OpenText, requireColumns, type TextPart } from './open-text.ts'
import { notATable } from './record-chunks.ts'
import { toUtf8Lines } from './text-decoding.ts'

type FixedColumn = NonNullable<SourceFile['fixedWidth']>[number]

const minLines = 3
const maxColumnLength = 4_000
const maxLineBytes = 4 * 1024 * 1024

/**
 * Guesses columns from the places where all lines are blank. Undefined where lines differ much in length or have fewer
 * than three columns: such a text is a letter or a list.
 */
export function guessFixedWidth(text: Buffer): FixedColumn[] | undefined {
  const lines = text
    .toString('utf8')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  const length = lines.reduce((longest, line) => Math.max(longest, line.length), 0)
  if (lines.length < minLines || lines.filter((line) => line.length > length * 0.6).length < lines.length * 0.9)
    return undefined
  const isFilled = Array.from({ length }, (_, at) => lines.some((line) => (line[at] ?? ' ') !== ' '))
  const starts = isFilled.flatMap((filled, at) => (filled && !isFilled[at - 1] ? [at] : []))
  if (starts.length < 3) return undefined
  const [names, isNamed] = readNames(lines[0] ?? '', starts)
  return starts.map((start, at) => ({
    name: isNamed ? (names[at] ?? '') : `Column ${at + 1}`,
    start: start + 1,
    // The last one goes on to the end of the line: a later line may be longer.
    length: (starts[at + 1] ?? start + maxColumnLength) - start,
  }))
}

/** The first line has the names when each is filled and none has a digit in front. */
function readNames(line: string, starts: readonly number[]): [names: string[], isNamed: boolean] {
  const names = starts.map((start, at) => line.slice(start, starts[at + 1]).trim())
  return [toUniqueNames(names), names.every((name) => /^[A-Za-z]/.test(name)) && new Set(names).size === names.length]
}

/** Reads columns by their places; each line becomes a line of CSV. */
export function openFixedWidth(part: TextPart, choices: TableChoices, text: OpenText): OpenTable {
  const columns = choices.fixedWidth ?? guessFixedWidth(text.lines)
  if (!columns)
    throw unprocessable(
      `The columns of ${part.fileName} cannot be guessed: give the name, start and length of each, as its layout lists them.`,
    )
  requireColumns(columns.length, part.fileName)
  const headerLine = choices.headerLine ?? (hasNamesInFirstLine(text.lines, columns) ? 1 : 0)
  const header = toUniqueNames(columns.map(({ name }) => name))
  return {
    header,
    delimiter: ',',
    width: header.length,
    line: headerLine + 1,
    bytes: cutLines(text, columns, headerLine),
    firstLines: listFirstLines(text),
    facts: {
      name: part.name,
      file: {
        format: 'FIXED_WIDTH',
        ...(part.name !== '' && { table: part.name }),
        fixedWidth: columns,
        headerLine,
        encoding: text.encoding,
      },
      geometry: null,
      crsName: null,
      doubts: [
        ...text.doubts,
        ...(choices.fixedWidth ? [] : ['The places of the columns are guessed from the blanks between them.']),
      ],
      rowCount: null,
    },
  }
}

function hasNamesInFirstLine(lines: Buffer, columns: readonly FixedColumn[]): boolean {
  const [first = ''] = lines.toString('utf8', 0, 100_000).split(/\r\n|\r|\n/, 1)
  const cells = columns.map(({ start, length }) => first.slice(start - 1, start - 1 + length).trim())
  return cells.every((cell, at) => cell === columns[at]?.name)
}

async function* cutLines(text: OpenText, columns: readonly FixedColumn[], headerLine: number): AsyncGenerator<Buffer> {
  let skip = headerLine
  let open = Buffer.alloc(0)
  function cut(bytes: Buffer, isLast: boolean): Buffer {
    const end = isLast ? bytes.length : Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13, bytes.length - 2)) + 1
    open = Buffer.from(bytes.subarray(end))
    if (open.length > maxLineBytes) throw notATable('one of its lines takes more than 4 MB')
    const lines = toUtf8Lines(bytes.subarray(0, end))
      .toString('utf8')
      .split(/\r\n|\r|\n/)
    // The last line end begins no line.
    if (lines.at(-1) === '') lines.pop()
    const rows = lines.slice(skip)
    skip = Math.max(skip - lines.length, 0)
    return Buffer.from(rows.map((line) => toCsvLine(line, columns)).join(''))
  }
  try {
    yield cut(Buffer.concat([text.lines, text.after]), false)
    for await (const chunk of text.rest) yield cut(Buffer.concat([open, chunk]), false)
    if (open.length > 0) yield cut(open, true)
  } finally {
    await text.rest.return(undefined)
  }
}

const toCsvLine = (line: string, columns: readonly FixedColumn[]) =>
  line.trim() === ''
    ? '\n'
    : `${columns.map(({ start, length }) => toCsvField(line.slice(start - 1, start - 1 + length).trim())).join(',')}\n`
