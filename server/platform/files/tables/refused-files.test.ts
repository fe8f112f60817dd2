import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildZip } from '../content/zip.fixture.ts'
import { inspectTables } from './inspect-tables.ts'
import { openTables } from './open-tables.ts'
import type { TableChoices } from './table.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-refused-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function inspect(name: string, content: string | Buffer, choices: TableChoices = {}) {
  const path = join(folder, name)
  await writeFile(path, content)
  return inspectTables({ path, name, size: content.length }, choices)
}

const csv = 'PARCEL_ID,OWNER,SITE_ADDR,ZIP\r\n001-02,TESTWELL ANN,1 SAMPLE ST,01027\r\n001-03,BO,2 SAMPLE ST,01027'
const wide = Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')
const zeros = Buffer.alloc(40 * 1024 ** 2)
/** Both entries declare the size of the whole archive. */
function shareBytes(zip: Buffer): Buffer {
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 1))
    zip.writeUInt32LE(zip.length - 150, at + 20)
  return zip
}
const refused: [what: string, name: string, content: string | Buffer, sentence: string][] = [
  ['an empty file', 't.csv', '', 'The file t.csv is empty.'],
  ['blank lines', 't.csv', '\n\n  \n', 'The file t.csv is empty.'],
  ['a web page', 't.csv', '<!DOCTYPE html><html>Not found', 'is a web page, not data: open its address in a browser'],
  ['XML', 't.xml', '<?xml version="1.0"?><a/>', 'is XML, which is not read: export it as CSV or GeoJSON.'],
  ['10,000 columns', 't.csv', `${wide}\n${wide}`, 'has 10,000 columns, of which 2,000 can be read'],
  [
    'a file of no format',
    't.bin',
    Buffer.alloc(5_000, '\x01\0\0\x02'),
    'is not text, and not of a format that can be read.',
  ],
  ['an old Excel file', 't.xls', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'save it as XLSX or CSV'],
  [
    'a part of a shapefile',
    't.shp',
    Buffer.from('0000270a0000', 'hex'),
    'pack its .shp, .shx, .dbf and .prj in a zip.',
  ],
  ['a cut-off gz', 't.gz', gzipSync(csv.repeat(500)).subarray(0, 60), 'ends in the middle of its compressed data'],
  ['a cut-off zip', 't.zip', buildZip({ 't.csv': csv }).subarray(0, 120), 'is no whole zip archive.'],
  [
    'an archive with a spoiled name in it',
    't.zip',
    buildZip({ 'a\0.csv': csv }),
    'is damaged: the name of a file in it has a NUL.',
  ],
  [
    'an archive in an archive',
    't.zip',
    buildZip({ 'a.zip': buildZip({ 't.csv': csv }) }),
    'has another packed file in it',
  ],
  ['a packed archive', 't.gz', gzipSync(buildZip({ 't.csv': csv })), 'has another packed file in it'],
  [
    'a zip bomb',
    't.gz',
    gzipSync(Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(150 * 1024 ** 2)])),
    'unpacks to more than 500 times its size',
  ],
  [
    'a zip bomb of several files',
    't.zip',
    buildZip({ 'a.csv': zeros, 'b.csv': zeros, 'c.csv': zeros }, { isDeflated: true }),
    'unpacks to more than 500 times its size',
  ],
  [
    'an archive whose files share their bytes',
    't.zip',
    shareBytes(buildZip({ 'a.csv': csv, 'b.csv': csv })),
    'damaged',
  ],
  [
    "Socrata's lists without names",
    't.json',
    '{\n "meta" : { "view" : {} }, "data" : [[1]] }',
    'download its CSV instead',
  ],
  ['lists within lists', 't.json', '['.repeat(200), 'more than 100 levels'],
  ['a line without an end', 't.txt', `${'A  B  C\n'.repeat(20)}${'A'.repeat(5_000_000)}`, 'takes more than 4 MB'],
]

test.each(refused)('%s is refused with what to do', async (_, name, content, sentence) => {
  await expect(inspect(name, content)).rejects.toMatchObject({
    code: 'UNPROCESSABLE',
    message: expect.stringContaining(sentence),
  })
})

test('a delimiter that separates nothing is refused with the one that does', async () => {
  await expect(inspect('t.csv', csv, { delimiter: ';' })).rejects.toThrow(
    'The columns of t.csv are not separated by semicolons: choose commas, which makes 4.',
  )
})

test('a file that changes while it is read is refused at its end', async () => {
  const path = join(folder, 'growing.csv')
  const text = `${csv}\n${'001-04,CY,3 SAMPLE ST,01027\n'.repeat(100_000)}`
  await writeFile(path, text)
  const { tables, close } = await openTables({ path, name: 'growing.csv', size: text.length })
  try {
    const table = await tables[0]?.open()
    await appendFile(path, '001-05,DEE,4 SAMPLE ST,01027\n')
    const read = async () => {
      for await (const _ of table?.bytes ?? []);
    }
    await expect(read()).rejects.toThrow(
      'The file growing.csv changed while it was read: try again once it is complete.',
    )
  } finally {
    await close()
  }
})

test('cells of megabytes end a sample early, and a file of too many tables is refused before any is read', async () => {
  const pages = Array.from({ length: 20 }, (_, at) => `${at},${'A'.repeat(1_000_000)}`)
  const { tables } = await inspect('pages.csv', ['PARCEL_ID,NOTE', ...pages].join('\n'))
  expect(tables).toMatchObject([{ header: ['PARCEL_ID', 'NOTE'], rowCount: null }])
  expect(tables[0]?.rows.length).toBeLessThan(20)
  expect(tables[0]?.rows[0]?.[1]).toHaveLength(1_000_000)

  const content = buildZip({ 'a.csv': csv, 'b.csv': csv, 'c.csv': csv })
  const file = { path: join(folder, 'many.zip'), name: 'many.zip', size: content.length }
  await writeFile(file.path, content)
  await expect(inspectTables(file, {}, undefined, 2)).rejects.toThrow(
    "The file many.zip has more than 2 tables. Add a file with fewer: those of the county's parcels.",
  )
  expect((await inspectTables(file, {}, undefined, 3)).tables).toHaveLength(3)
})
