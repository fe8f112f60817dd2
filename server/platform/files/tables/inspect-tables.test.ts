import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildZip } from '../content/zip.fixture.ts'
import { inspectTables } from './inspect-tables.ts'
import { openTables } from './open-tables.ts'
import type { TableChoices } from './table.ts'
import { endStream } from './text/byte-stream.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-tables-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function inspect(name: string, content: string | Buffer, choices: TableChoices = {}) {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  return inspectTables({ path, name, size: (await stat(path)).size }, choices)
}

/** The one table of a file. */
async function inspectOne(name: string, content: string | Buffer, choices: TableChoices = {}) {
  const { tables } = await inspect(name, content, choices)
  expect(tables).toHaveLength(1)
  const [table] = tables
  if (!table) throw new Error('There is no table.')
  return table
}

const header = 'PARCEL_ID,OWNER,SITE_ADDR,ZIP'
const lines = ['001-02,TESTWELL ANN,1 SAMPLE ST,01027', '001-03,"SAMPLE, BO",2 SAMPLE ST,01027']
const rows = [
  ['001-02', 'TESTWELL ANN', '1 SAMPLE ST', '01027'],
  ['001-03', 'SAMPLE, BO', '2 SAMPLE ST', '01027'],
]
const names = header.split(',')
const csv = [header, ...lines].join('\r\n')

describe('text', () => {
  test.each([
    [',', csv],
    ['\t', csv.replace('"SAMPLE, BO"', 'SAMPLE; BO').replaceAll(',', '\t').replace('SAMPLE; BO', 'SAMPLE, BO')],
    ['|', csv.replace('"SAMPLE, BO"', 'SAMPLE; BO').replaceAll(',', '|').replace('SAMPLE; BO', 'SAMPLE, BO')],
    [';', csv.replaceAll(/,(?! BO)/g, ';')],
  ])('columns may be separated by %j', async (delimiter, content) => {
    const table = await inspectOne('roll.txt', content)
    expect(table).toMatchObject({ header: names, rows, rowCount: 2, doubts: [] })
    expect(table.file).toEqual({ format: 'DELIMITED', delimiter, encoding: 'utf-8', headerLine: 1 })
  })

  test('a header below lines of title is found, and said', async () => {
    const table = await inspectOne('t.csv', `Anytown assessors,,,\r\nRoll of 2026,,,\r\n${csv}`)
    expect(table).toMatchObject({ header: names, rows, file: { headerLine: 3 } })
    expect(table.doubts).toEqual(['The header stands on line 3, below other lines.'])
  })

  test('a header below a line of placeholders is found', async () => {
    const table = await inspectOne('t.csv', `Unnamed: 0,Unnamed: 1,Unnamed: 2,Unnamed: 3\n${csv}`)
    expect(table).toMatchObject({ header: names, rows, file: { headerLine: 2 } })
  })

  test('a name may be a sentence where the values below it are short', async () => {
    const long = `CURRENT CYCLE: Land Value (Field Names: NFMLNDVL, CURLAND and SALLAND. Field ${'#164 '.repeat(4)})`
    const table = await inspectOne('t.csv', [`Account,"${long}"`, '1401,20000', '1402,35000'].join('\n'))
    expect(table).toMatchObject({ header: ['Account', long], file: { headerLine: 1 } })
    const text = [`Deed of ${'sale '.repeat(20)},Ann`, `Gift of ${'land '.repeat(20)},Bo`]
    expect(await inspectOne('t.csv', text.join('\n'))).toMatchObject({ file: { headerLine: 0 } })
  })

  test('a header whose last cell is empty is one', async () => {
    const table = await inspectOne('t.csv', ['PARCEL_ID,OWNER,VALUE,', '1,ANN,100,x', '2,BO,200,'].join('\n'))
    expect(table.header).toEqual(['PARCEL_ID', 'OWNER', 'VALUE', 'Column 4'])
    expect(table.rows[0]).toEqual(['1', 'ANN', '100', 'x'])
  })

  test('the import finds the header that was shown, with the same number of columns', async () => {
    const path = join(folder, 'same.csv')
    const open = async (content: string, choices: TableChoices, expected: string[]) => {
      await writeFile(path, content)
      const { tables, close } = await openTables({ path, name: 'same.csv', size: content.length }, choices)
      const table = await tables[0]?.open({ names: new Set(expected) })
      if (table) await endStream(table.bytes)
      await close()
      return { header: table?.header, line: table?.line }
    }
    const trailing = 'PIN,OWNER,VALUE,\n1,ANN,100\n2,BO,200\n3,CY,300\n'
    expect((await inspectOne('t.csv', trailing)).header).toEqual(['PIN', 'OWNER', 'VALUE'])
    expect(await open(trailing, {}, ['PIN', 'VALUE'])).toEqual({ header: ['PIN', 'OWNER', 'VALUE'], line: 2 })
    // A value that is the name of a column makes no header.
    const nameless = '1,ANN,100\n2,OWNER,200\n3,CY,300\n'
    const choices = { headerLine: 0, columns: ['PIN', 'OWNER', 'VALUE'] }
    expect(await open(nameless, choices, ['OWNER'])).toMatchObject({ line: 1 })
    const low = 'PIN,OWNER,VALUE\n1,ANN,100\n2,VALUE,200\n'
    expect(await open(low, {}, ['PIN', 'OWNER', 'VALUE'])).toMatchObject({ line: 2 })
    expect(await open('ID,NAME,WORTH\n1,ANN,100\n2,VALUE,200\n', {}, ['PIN', 'OWNER', 'VALUE'])).toMatchObject({
      line: 2,
    })
  })

  test('a first line of values is no header', async () => {
    const table = await inspectOne('t.csv', ['1,ANN,100', '2,BO,200', '3,CY,300'].join('\n'))
    expect(table).toMatchObject({ header: ['Column 1', 'Column 2', 'Column 3'], rowCount: 3, file: { headerLine: 0 } })
    const named = await inspectOne('t.csv', '1,ANN,100\n2,BO,200', { columns: ['id', 'owner', 'value'], headerLine: 0 })
    expect(named).toMatchObject({ header: ['id', 'owner', 'value'], rowCount: 2 })
  })

  test('repeated names are told apart', async () => {
    const table = await inspectOne('t.csv', 'ID,NAME,NAME,NAME\n1,a,b,c\n')
    expect(table.header).toEqual(['ID', 'NAME', 'NAME 2', 'NAME 3'])
    expect(table.doubts).toEqual(['Several columns have the name NAME.'])
  })

  test('ragged rows and trailing commas keep the table as it is', async () => {
    const table = await inspectOne('t.csv', ['A,B,C', '1,x,y', '2,x', '3,x,y,z', '4,x,y'].join('\n'))
    expect(table).toMatchObject({ header: ['A', 'B', 'C'], rowCount: 4 })
    expect(table.rows[1]).toEqual(['2', 'x', ''])
    expect(table.doubts).toEqual(['2 of the first 4 rows have more or fewer cells than the others.'])
    const trailing = await inspectOne('t.csv', ['A,B,C', '1,x,y,', '2,x,y,'].join('\n'))
    expect(trailing.header).toEqual(['A', 'B', 'C', 'Column 4'])
  })

  test.each([
    ['utf-8', Buffer.from('\uFEFFID,STREET\n1,Café St\n')],
    ['utf-16le', Buffer.from('\uFEFFID,STREET\n1,Café St\n', 'utf16le')],
    ['utf-16le', Buffer.from('ID,STREET\n1,Café St\n', 'utf16le')],
    ['utf-16be', Buffer.from('\uFEFFID,STREET\n1,Café St\n', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('ID,STREET\n1,Caf\xe9 St\n', 'latin1')],
  ])('text may be %s', async (encoding, content) => {
    expect(await inspectOne('t.csv', content)).toMatchObject({
      header: ['ID', 'STREET'],
      rows: [['1', 'Café St']],
      file: { encoding },
    })
  })

  test('NUL characters are left out, and said', async () => {
    const table = await inspectOne(
      't.csv',
      `ID,NAME\n${Array.from({ length: 60 }, (_, at) => `${at},ANN\n`).join('')}x,B\0O\n`,
    )
    expect(table.rows.at(-1)).toEqual(['x', 'BO'])
    expect(table.doubts).toEqual(['The file has NUL characters, which are left out.'])
  })

  test('columns of fixed width are guessed, or read by their layout', async () => {
    const text = [
      'PARCEL  OWNER      VALUE',
      '001-02  ANN BLAKE    100',
      '001-03  BO CRANE    2000',
      '001-04  CY DOVE      300',
    ].join('\n')
    const guessed = await inspectOne('t.txt', text)
    expect(guessed.header).toEqual(['PARCEL', 'OWNER', 'VALUE'])
    expect(guessed.rows[1]).toEqual(['001-03', 'BO CRANE', '2000'])
    const fixedWidth = [
      { name: 'book', start: 1, length: 3 },
      { name: 'page', start: 5, length: 2 },
    ]
    const chosen = await inspectOne('t.txt', text, { format: 'FIXED_WIDTH', fixedWidth, headerLine: 1 })
    expect(chosen).toMatchObject({
      header: ['book', 'page'],
      rows: [
        ['001', '02'],
        ['001', '03'],
        ['001', '04'],
      ],
    })
  })
})

describe('JSON', () => {
  const records = [
    { id: 1, owner: { name: 'ANN', since: 2020 }, tags: ['a', 'b'], note: null },
    { id: 2, owner: { name: 'BO, "B"' }, extra: true },
  ]
  const expected = {
    header: ['id', 'owner.name', 'owner.since', 'tags', 'note', 'extra'],
    rows: [
      ['1', 'ANN', '2020', 'a; b', '', ''],
      ['2', 'BO, "B"', '', '', '', 'true'],
    ],
  }

  test.each([
    ['an array of objects', JSON.stringify(records), 'JSON'],
    [
      'an object with an array in it',
      JSON.stringify({ ok: true, fields: [], result: { rows: records } }, null, 2),
      'JSON',
    ],
    [
      'features with attributes',
      JSON.stringify({ fields: [{ name: 'id' }], features: records.map((attributes) => ({ attributes })) }),
      'JSON',
    ],
    ['an object on each line', records.map((record) => JSON.stringify(record)).join('\n'), 'JSON_LINES'],
  ])('%s is a table', async (_, content, format) => {
    expect(await inspectOne('t.json', content)).toMatchObject({ ...expected, file: { format } })
  })

  test('a document that ends in the middle is refused', async () => {
    const cut = JSON.stringify(records).slice(0, -10)
    await expect(inspect('t.json', cut)).rejects.toThrow('The file t.json ends in the middle: fetch it again.')
    await expect(inspect('t.json', '{"a": 1}')).rejects.toThrow('it needs an array of objects.')
  })
})

describe('packed files', () => {
  test('a file may be packed as gz or zip', async () => {
    expect(await inspectOne('t.csv.gz', gzipSync(csv))).toMatchObject({ name: '', header: names, rows })
    expect(await inspectOne('t.zip', buildZip({ 'roll/t.csv': csv, 'roll/readme.txt': 'About' }))).toMatchObject({
      name: '',
      rows,
    })
  })

  test('each file of an archive is a table, and what cannot be read is said', async () => {
    const files = {
      'parcels.csv': csv,
      'owners.json': '[{"id":1}]',
      'layout.pdf': '%PDF',
      '__MACOSX/._parcels.csv': 'x',
    }
    const { tables } = await inspect('t.zip', buildZip(files))
    expect(tables.map(({ name, file }) => [name, file.format])).toEqual([
      ['parcels.csv', 'DELIMITED'],
      ['owners.json', 'JSON'],
    ])
    const { tables: others } = await inspect(
      't.zip',
      buildZip({ 'a.csv': csv, 'b.xls': 'x', 'c.zip': buildZip(files) }),
    )
    expect(others[0]?.doubts).toEqual([expect.stringMatching(/^A part is left out\. .*c\.zip has another packed file/)])
  })

  test('an archive that is only named like a workbook is not unpacked further', async () => {
    const inner = buildZip({ 'a.xlsx': buildZip({ 't.csv': csv }) })
    await expect(inspect('t.zip', inner)).rejects.toThrow('has another packed file in it')
  })
})
