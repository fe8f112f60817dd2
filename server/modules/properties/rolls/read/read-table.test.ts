import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endStream, readHead } from '../../../../platform/files/tables/text/byte-stream.ts'
import { delimiters, findTable } from '../../../../platform/files/tables/text/find-table.ts'
import { recordChunks } from '../../../../platform/files/tables/text/record-chunks.ts'
import { createRecordReader, forEachRecord } from '../../../../platform/files/tables/text/records.ts'
import { toUtf8Lines } from '../../../../platform/files/tables/text/text-decoding.ts'
import { compileSource } from '../../sources/compile/compile-source.ts'
import { listNeededColumns, type RollSource } from '../../sources/mapping/roll.ts'
import { makeSource } from '../../sources/source.fixture.ts'
import { describeHeaderMismatch } from '../roll-report.ts'

const source = compileSource(
  makeSource({
    source: 'example-tn',
    name: 'Example County TN, test roll',
    key: 'parcel',
    property: { situsAddress: 'address', situsCity: 'city' },
  }),
)

/** The first line with every column that the source needs is the header. */
function openTable(content: AsyncIterable<Buffer>, roll: RollSource) {
  const needed = listNeededColumns(roll)
  const judge = (header: string[]) => ({
    nearness: header.filter((name) => needed.includes(name)).length,
    wrong: describeHeaderMismatch(roll, header),
  })
  return findTable(content, judge, roll.format.delimiter === undefined ? delimiters : [roll.format.delimiter])
}

type Row = { line: number; fields: string[] | undefined }

async function* pieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

/** The rows below the header, each with its line, for any size of pieces; or the rejection. */
async function read(content: string | Buffer, { size = 100_000, chunkBytes = 100_000 } = {}): Promise<Row[] | string> {
  const table = await openTable(pieces(Buffer.from(content), size), source)
  if (typeof table === 'string') return table
  const rows: Row[] = []
  const reader = createRecordReader(table.delimiter, table.width)
  for await (const { bytes, line } of recordChunks(table.bytes, { ...table, chunkBytes }))
    forEachRecord(reader, toUtf8Lines(Buffer.from(bytes)), line, ({ count, isWhole }, at) => {
      const fields = isWhole ? Array.from({ length: count }, (_, place) => reader.field(place)) : undefined
      rows.push({ line: at, fields })
    })
  return rows
}

const toFields = (rows: Row[] | string) => (typeof rows === 'string' ? rows : rows.map(({ fields }) => fields))
const header = 'parcel,address,city'
const good = [header, '1,1 SAMPLE ST,NASHVILLE', '2,2 SAMPLE ST,NASHVILLE']
const two = [
  { line: 2, fields: ['1', '1 SAMPLE ST', 'NASHVILLE'] },
  { line: 3, fields: ['2', '2 SAMPLE ST', 'NASHVILLE'] },
]

test('a stream of which only the beginning is read is closed', async () => {
  let isClosed = false
  async function* file(): AsyncGenerator<Buffer> {
    try {
      yield* pieces(Buffer.from('parcel,address\n'), 4)
    } finally {
      isClosed = true
    }
  }
  const { head, rest } = await readHead(file(), 4)
  await endStream(rest)
  expect([head.toString(), isClosed]).toEqual(['parc', true])
})

const endings: [name: string, content: string][] = [
  ['LF', good.join('\n')],
  ['LF at the end too', `${good.join('\n')}\n`],
  ['CRLF', `${good.join('\r\n')}\r\n`],
  ['CR alone', `${good.join('\r')}\r`],
  ['a mixture of them', `${good[0]}\r\n${good[1]}\r${good[2]}\n`],
]

test.each(endings)('lines may end with %s, wherever the file is split', async (_, content) => {
  for (let size = 1; size <= content.length; size += 1)
    for (const chunkBytes of [1, 7, 1_000]) expect(await read(content, { size, chunkBytes })).toEqual(two)
})

test.each([',', '\t', '|', ';'])('columns may be separated by %j, detected from the header', async (delimiter) => {
  const content = good.join('\n').replaceAll(',', delimiter)
  expect(await read(content)).toEqual(two)
})

test('a source with a fixed delimiter is read with that one only', async () => {
  const piped = { ...source, format: { delimiter: '|', unknown: [] } }
  const table = await openTable(pieces(Buffer.from(good.join('\n')), 100), piped)
  expect(table).toBe('This file is not Example County TN, test roll: its header lacks parcel, address, city.')
})

const marks: [name: string, content: Buffer][] = [
  ['UTF-8', Buffer.from(`\uFEFF${good.join('\n')}`)],
  ['UTF-16 LE', Buffer.from(`\uFEFF${good.join('\r\n')}`, 'utf16le')],
  ['UTF-16 BE', Buffer.from(`\uFEFF${good.join('\n')}`, 'utf16le').swap16()],
]

test.each(marks)('a byte order mark of %s is not part of the first column’s name', async (_, content) => {
  for (const size of [1, 2, 3, 5, 1_000]) expect(await read(content, { size })).toEqual(two)
})

test('text is read as UTF-8 or Windows-1252, line by line', async () => {
  const content = Buffer.concat([
    Buffer.from(`${header}\n1,Café St,x\n`),
    Buffer.from('2,Caf\xe9 \x96 St,x\n', 'latin1'),
    Buffer.from('3,Łódź St,x'),
  ])
  const names = ['Café St', 'Café – St', 'Łódź St']
  for (const chunkBytes of [1, 20, 1_000])
    expect(toFields(await read(content, { size: 3, chunkBytes }))).toEqual(
      names.map((name, at) => [String(at + 1), name, 'x']),
    )
})

test('column names are read in either encoding', async () => {
  for (const encoding of ['utf8', 'latin1'] as const) {
    const table = await openTable(pieces(Buffer.from(`${header},año\n1,1 SAMPLE ST,x,2026`, encoding), 7), source)
    expect(table).toMatchObject({ header: ['parcel', 'address', 'city', 'año'] })
  }
})

test('notes above the header are skipped, and lines keep their numbers', async () => {
  const notes = ['Example County, "assessment roll', '', 'parcel,as of,2026', '"A note, with a comma', '']
  expect(await read([...notes, ...good].join('\n'))).toEqual(two.map((row) => ({ ...row, line: row.line + 5 })))
  const tooMany = Array.from({ length: 50 }, () => 'a note')
  expect(await read([...tooMany, ...good].join('\n'))).toContain('its header lacks parcel, address, city.')
})

test('column names are compared without surrounding blanks, and may be quoted', async () => {
  expect(toFields(await read('"parcel ", address,"city"\n1,2,3'))).toEqual([['1', '2', '3']])
})

test('a file of another roll is rejected with the columns that its closest line lacks', async () => {
  expect(await read('a note\nparcel;owner\n1;TESTWELL')).toBe(
    'This file is not Example County TN, test roll: its header lacks address, city.',
  )
})

test('an empty file and a header alone have no rows', async () => {
  expect(await read('')).toBe('The file is empty.')
  expect(await read(header)).toEqual([])
  expect(await read(`${header}\r\n\r\n`)).toEqual([])
})

test('a file that is not text is rejected', async () => {
  await expect(read(Buffer.alloc(100))).rejects.toThrow('This is not a text file: upload a CSV or XLSX file.')
  await expect(read(Buffer.alloc(9_000_000, 255))).rejects.toThrow('it has a line longer than 4 MB.')
  const endless = `${good.join('\n')}\n3,"${'x'.repeat(20_000_000)}`
  await expect(read(endless)).rejects.toThrow('20 of its lines take more than 4 MB.')
})

test('a quoted field may span lines, and quotes that enclose nothing are literal', async () => {
  const lines = ['1,"1 SAMPLE\r\nST","N ""A"" B"', '2,5" PIPE CO,"THE" CO', '3,"",""""', '4,"A\rB\nC",x']
  expect(await read([header, ...lines].join('\n'))).toEqual([
    { line: 2, fields: ['1', '1 SAMPLE\r\nST', 'N "A" B'] },
    { line: 4, fields: ['2', '5" PIPE CO', '"THE" CO'] },
    { line: 5, fields: ['3', '', '"'] },
    { line: 6, fields: ['4', 'A\rB\nC', 'x'] },
  ])
})

test('an unclosed quote invalidates only its own line, wherever the file is split', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => `${at},"${at} SAMPLE ST",NASHVILLE`)
  lines[7] = '7,"7 SAMPLE ST,NASHVILLE'
  lines[30] = '30,30 SAMPLE ST,"NASHVILLE'
  const expected = lines.map((_, at) => ({
    line: at + 2,
    fields: at === 7 || at === 30 ? undefined : [String(at), `${at} SAMPLE ST`, 'NASHVILLE'],
  }))
  const content = [header, ...lines].join('\n')
  for (const chunkBytes of [1, 50, 333, 1_000, 100_000])
    expect(await read(content, { size: 31, chunkBytes })).toEqual(expected)
})

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom('"', '""', ',', ';', '|', '\t', '\n', '\r', '\r\n', ' ', 'A', 'é', '12'))
    .map((parts) => parts.join('')),
)
// A field with more lines than a record may have is deliberately not read as one.
const cell = anyText.filter((value) => !value.includes('\0') && value.split(/\r\n|\r|\n/).length < 6)
const dialect = fc.record({
  delimiter: fc.constantFrom(',', '\t', '|', ';'),
  record_delimiter: fc.constantFrom('\n', '\r\n', '\r'),
  quoted: fc.boolean(),
  bom: fc.boolean(),
})

test('any table in any dialect reads back the same, wherever the file is split', async () => {
  const table = fc.array(fc.tuple(cell, cell, cell), { maxLength: 60 })
  const sizes = fc.record({ size: fc.integer({ min: 1, max: 400 }), chunkBytes: fc.integer({ min: 1, max: 2_000 }) })
  await fc.assert(
    fc.asyncProperty(table, dialect, sizes, async (rows, options, size) => {
      const content = stringify([header.split(','), ...rows], { ...options, quoted_match: /[\r\n"]/ })
      expect(toFields(await read(content, size))).toEqual(rows)
    }),
    { numRuns: 300 },
  )
})
