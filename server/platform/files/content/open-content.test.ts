import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejectZipBomb } from './compression.ts'
import { inspectFile } from './input-file.ts'
import { openContent } from './open-content.ts'
import { buildZip } from './zip.fixture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-content-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Returns the text of each sheet of a file. */
async function read(name: string, content: Buffer): Promise<string[]> {
  const path = join(folder, name)
  await writeFile(path, content)
  const { sheets, progress, close } = await openContent(await inspectFile(path))
  try {
    const texts: string[] = []
    for (const sheet of sheets) {
      const pieces: Buffer[] = []
      for await (const piece of sheet.read()) pieces.push(piece)
      texts.push(Buffer.concat(pieces).toString())
    }
    expect(progress()).toBeCloseTo(1)
    return texts
  } finally {
    close()
  }
}

const styles = `<styleSheet>
  <numFmts count="3">
    <numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yyyy;@"/>
    <numFmt numFmtId="165" formatCode="&quot;day &quot;0.00"/>
    <numFmt numFmtId="166" formatCode="[Red]#,##0"/>
  </numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>
</styleSheet>`
const shared = `<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
  <si><t>parcel</t></si><si><t xml:space="preserve"> 12 &amp; 14 </t></si>
  <si><r><t>EXAMPLE</t></r><r><t xml:space="preserve"> ORCHARD</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>
  <si><t>two_x000D_&#10;lines, "quoted"</t></si></sst>`

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

type Parts = { sheets: string[]; date1904?: boolean; others?: Record<string, string> }

function workbook({ sheets, date1904, others = {} }: Parts): Buffer {
  const ids = sheets.map((_, at) => at + 1)
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="x"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>
      ${ids.map((id) => `<sheet name="S${id}" sheetId="${id}" r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>
      ${ids.map((id) => `<Relationship Id="rId${id}" Target="${id === 1 ? '' : '/xl/'}worksheets/sheet${id}.xml"/>`)}
      </Relationships>`,
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': shared,
    ...Object.fromEntries(sheets.map((content, at) => [`xl/worksheets/sheet${at + 1}.xml`, content])),
    ...others,
  }
  return buildZip(files, { isDeflated: true })
}

test('a sheet becomes lines with shared, inline and computed texts, numbers and booleans', async () => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>owner </t></is></c></row>
    <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c><c r="C2" t="s"><v>3</v></c></row>
    <row r="3"><c r="A3" t="str"><f>A1&amp;"x"</f><v>sum</v></c>
      <c r="B3" t="b"><v>1</v></c><c r="C3" t="e"><v>#N/A</v></c></row>
    <row r="4"><c r="A4"><v>1.23456789012345E14</v></c>
      <c r="B4"><v>39.952583999999998</v></c><c r="C4" s="4"><v>-7</v></c></row>`
  expect(await read('texts.xlsx', workbook({ sheets: [sheet(rows)] }))).toEqual([
    'parcel,owner \n 12 & 14 ,EXAMPLE ORCHARD,"two lines, ""quoted"""\nsum,TRUE,\n123456789012345,39.952584,-7\n',
  ])
})

test('numbers formatted as days become days, in both of Excel’s calendars', async () => {
  const days = (serials: number[], style: number) =>
    sheet(serials.map((serial) => `<row><c s="${style}"><v>${serial}</v></c></row>`).join(''))
  const since1900 = workbook({ sheets: [days([1, 59, 61, 45292, 45292.75, 60, 0.5], 1), days([45292], 2)] })
  expect(await read('days.xlsx', since1900)).toEqual([
    '1900-01-01\n1900-02-28\n1900-03-01\n2024-01-01\n2024-01-01\n60\n0.5\n',
    '2024-01-01\n',
  ])
  expect(await read('old-mac.xlsx', workbook({ sheets: [days([1, 43830], 1)], date1904: true }))).toEqual([
    '1904-01-02\n2024-01-01\n',
  ])
  expect(await read('no-days.xlsx', workbook({ sheets: [days([45292], 3), days([45292], 4)] }))).toEqual([
    '45292\n',
    '45292\n',
  ])
  const iso = sheet('<row><c t="d"><v>2024-01-01T00:00:00</v></c></row>')
  expect(await read('iso.xlsx', workbook({ sheets: [iso] }))).toEqual(['2024-01-01\n'])
})

test('cells and rows missing from a sheet are empty, so that a row keeps its number', async () => {
  const rows = `<row r="2"><c r="B2"><v>1</v></c><c r="AA2"><v>2</v></c></row>
    <row r="5"><c r="A5"><v>3</v></c></row><row r="6"><c r="A6" s="1"/></row>
    <x:row xmlns:x="y"><x:c><x:v>4</x:v></x:c></x:row>`
  expect(await read('gaps.xlsx', workbook({ sheets: [sheet(rows)] }))).toEqual([
    `\n,1${','.repeat(25)}2\n\n\n3${','.repeat(26)}\n\n4${','.repeat(26)}\n`,
  ])
})

test('an empty cell adds no column, however far out it is', async () => {
  const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row>'
  expect(await read('far.xlsx', workbook({ sheets: [sheet(rows)] }))).toEqual(['1\n'])
})

test('a gzip file is recognized by its content, whatever its name', async () => {
  expect(await read('roll.csv', gzipSync('parcel\n1'))).toEqual(['parcel\n1'])
  expect(await read('two.gz', Buffer.concat([gzipSync('parcel\n'), gzipSync('1')]))).toEqual(['parcel\n1'])
})

const whole = buildZip({ 'roll.csv': 'parcel\n1'.repeat(2_000) }, { isDeflated: true })
const wrongSum = Buffer.from(whole)
wrongSum.writeUInt32LE(7, wrongSum.lastIndexOf('PK\x01\x02') + 16)
const crowded = Buffer.from(whole)
for (const at of [8, 10]) crowded.writeUInt16LE(10_001, crowded.lastIndexOf('PK\x05\x06') + at)
const book = workbook({ sheets: [sheet('<row><c><v>1</v></c></row>')] })
const crossed = workbook({ sheets: ['<worksheet><sheetData></worksheet>'] })
const bomb = workbook({ sheets: [sheet(`<row><c t="str"><v>${' '.repeat(20_000_000)}</v></c></row>`)] })

const wide = workbook({ sheets: [sheet('<row r="7"><c r="ALL7"><v>1</v></c><c r="XFD7"><v>1</v></c></row>')] })
const blank = Buffer.alloc(1024 ** 2)

const refusals: [what: string, content: Buffer, sentence: string][] = [
  [
    'an old Excel file, or one with a password',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    'The file bad is an old Excel file or has a password: save it as XLSX or CSV without a password.',
  ],
  [
    'a binary workbook',
    buildZip({ 'xl/workbook.bin': 'x' }),
    'The file bad is a workbook of a kind that is not read: save it as XLSX or CSV.',
  ],
  [
    'an archive with a password',
    buildZip({ 'roll.csv': 'x' }, { isEncrypted: true, isDeflated: true }),
    'The file bad is protected by a password: save it without one.',
  ],
  [
    'an archive in an archive',
    buildZip({ 'roll.zip': 'x' }),
    'The archive bad has another packed file in it: unpack it, and give what is in it.',
  ],
  [
    'an archive that does not match its checksum',
    wrongSum,
    'The file bad is damaged: its content does not match its checksum.',
  ],
  [
    'an archive of more files than a table has',
    crowded,
    'The archive bad has more than 10,000 files in it: pack only the file to be read.',
  ],
  ['a workbook without sheets', workbook({ sheets: [] }), 'The workbook bad has no sheet in it.'],
  ['a workbook with broken XML', crossed, 'The file bad is damaged: a part of the workbook cannot be read.'],
  ['a text beyond the last column', wide, 'Row 7 of the workbook bad goes beyond column 1000, the last that is read.'],
  [
    'a gz made to fill the disk',
    Buffer.concat(Array<Buffer>(101).fill(gzipSync(blank))),
    'The file bad unpacks to more than 500 times its size, which no table does: it is not read.',
  ],
  [
    'a zip made to fill the disk',
    buildZip({ 'roll.csv': Buffer.alloc(101 * 1024 ** 2) }, { isDeflated: true }),
    'The file bad unpacks to more than 500 times its size, which no table does: it is not read.',
  ],
  ['a text made to fill the memory', bomb, 'The file bad is damaged: a part of the workbook cannot be read.'],
]

test.each(refusals)('%s is refused in a sentence', async (_, content, sentence) => {
  await expect(read('bad', content)).rejects.toThrow(sentence)
})

test.each([
  ['a gz', gzipSync('parcel\n1'.repeat(2_000))],
  ['a zip', whole],
  ['a workbook', book],
])('%s that is truncated anywhere is refused, never read in part', async (_, content) => {
  for (let size = 20; size < content.length; size += Math.ceil(content.length / 40))
    await expect(read('bad', content.subarray(0, size))).rejects.toThrow(/^The file bad (ends in|is damaged)/)
})

test('a dataset may be huge or repetitive, but not both beyond the limits', () => {
  const gigabyte = 1024 ** 3
  rejectZipBomb('roll.gz', 199 * gigabyte, gigabyte)
  rejectZipBomb('roll.gz', 90 * 1024 ** 2, 100)
  expect(() => rejectZipBomb('roll.gz', 201 * gigabyte, 100 * gigabyte)).toThrow(
    'The file roll.gz unpacks to more than 200 GB, which is more than is read: split it.',
  )
})
