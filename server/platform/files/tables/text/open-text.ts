import type { FileEncoding } from '@dooryard/contract/data/sources/source-document'
import { formatNumber } from '../../../util/format.ts'
import { unprocessable } from '../../content/input-file.ts'
import { maxColumns, type TableChoices } from '../table.ts'
import { endStream, prependBytes, readHead } from './byte-stream.ts'
import { decodeText, detectEncoding } from './decode-text.ts'
import { toUtf8Lines } from './text-decoding.ts'

/** A text of a file: the file itself, an entry of an archive, or a sheet as CSV. */
export type TextPart = {
  name: string
  /** For sentences. */
  fileName: string
  read: () => AsyncIterable<Buffer>
  format?: 'XLSX'
}

/** The beginning of a text: whole lines of UTF-8, and what follows them. */
export type OpenText = {
  encoding: FileEncoding
  lines: Buffer
  after: Buffer
  rest: AsyncGenerator<Buffer>
  doubts: string[]
}

const headBytes = 1024 * 1024

/** Opens a text and reads its beginning. UNPROCESSABLE for what is no table at all, such as a web page. */
export async function openText({ read, fileName }: TextPart, choices: TableChoices): Promise<OpenText> {
  const start = await readHead(read(), headBytes)
  try {
    const encoding = choices.encoding ?? detectEncoding(start.head)
    const hasZeros = start.head.includes(0) && !encoding.startsWith('utf-16')
    if (hasZeros) requireFewZeros(start.head, fileName)
    const { head, isWhole, rest } = await readHead(
      decodeText(prependBytes(start.head, start.rest), encoding),
      headBytes / 2,
    )
    refuseOtherText(head, fileName)
    const cut = isWhole ? head.length : findLastLineEnd(head, fileName)
    return {
      encoding,
      lines: toUtf8Lines(head.subarray(0, cut)),
      after: head.subarray(cut),
      rest,
      doubts: hasZeros ? ['The file has NUL characters, which are left out.'] : [],
    }
  } catch (error) {
    await endStream(start.rest)
    throw error
  }
}

function requireFewZeros(head: Buffer, fileName: string): void {
  let zeros = 0
  for (let at = head.indexOf(0); at >= 0; at = head.indexOf(0, at + 1)) zeros += 1
  if (zeros > head.length / 100)
    throw unprocessable(`The file ${fileName} is not text, and not of a format that can be read.`)
}

function refuseOtherText(head: Buffer, fileName: string): void {
  const start = head.toString('latin1', 0, 1_000).trimStart().toLowerCase()
  if (start === '' && head.length < headBytes / 2) throw unprocessable(`The file ${fileName} is empty.`)
  if (/^<(!doctype html|html|head|body)\b/.test(start))
    throw unprocessable(
      `The file ${fileName} is a web page, not data: open its address in a browser and download the file itself.`,
    )
  if (start.startsWith('<?xml') || start.startsWith('<!doctype'))
    throw unprocessable(`The file ${fileName} is XML, which is not read: export it as CSV or GeoJSON.`)
}

function findLastLineEnd(head: Buffer, fileName: string): number {
  const end = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('\r')) + 1
  if (end === 0) throw unprocessable(`The file ${fileName} is not a table of text: it has a line longer than 500 kB.`)
  return end
}

const [shownLines, shownCharacters] = [12, 600]

/** The first lines of a text, for choosing its columns and its header by eye. */
export const listFirstLines = ({ lines }: OpenText): string[] =>
  lines
    .toString('utf8', 0, 64 * 1024)
    .split(/\r\n|\r|\n/, shownLines)
    .map((line) => line.slice(0, shownCharacters))

export function requireColumns(width: number, fileName: string): void {
  if (width > maxColumns)
    throw unprocessable(
      `The file ${fileName} has ${formatNumber(width)} columns, of which ${formatNumber(maxColumns)} can be read: leave out those that are not needed.`,
    )
}
