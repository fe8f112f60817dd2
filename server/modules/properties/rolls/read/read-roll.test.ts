import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildZip } from '../../../../platform/files/content/zip.fixture.ts'
import { createPropertyServices } from '../../property-services.fixture.ts'
import { compileSource } from '../../sources/compile/compile-source.ts'
import { listNeededColumns } from '../../sources/mapping/roll.ts'
import { philadelphia } from '../../sources/source.fixture.ts'
import { importRoll, toFiles } from '../import-roll.ts'

let store: Awaited<ReturnType<typeof createPropertyServices>>
let folder: string
beforeAll(async () => {
  store = await createPropertyServices()
  folder = join(store.folder, 'rolls')
  await mkdir(folder)
})
afterAll(() => store.close())

const header = listNeededColumns(compileSource(philadelphia))
const known: Record<string, (at: number) => string> = {
  parcel_number: (at) => String(880_000_000 + at),
  location: (at) => `${at} EXAMPLE ORCHARD LN`,
  owner_1: () => 'TESTWELL AVERY',
  mailing_street: (at) => `${at} "EXAMPLE" ORCHARD LN`,
  category_code: () => '1  ',
  market_value: (at) => String(100_000 + at),
}
const line = (at: number) => header.map((name) => known[name]?.(at) ?? '').join(',')

async function writeRoll(name: string, lines: Iterable<string | Buffer>): Promise<string> {
  const path = join(folder, name)
  await pipeline(lines, createWriteStream(path))
  return path
}

const load = (path: string) =>
  importRoll(store.services, { document: philadelphia, files: toFiles(philadelphia, path), force: true })
const readStored = async () => {
  const [row] = await store.services.clickhouse.rows<{ rows: string; parcels: string; value: string }>(
    `select count() as rows, uniqExact(apn) as parcels, sum(market_value) as value from properties
     where source = 'philadelphia-pa'`,
  )
  return { rows: Number(row?.rows), parcels: Number(row?.parcels), value: Number(row?.value) }
}

test('a roll large enough for several threads has each row imported once', { timeout: 60_000 }, async () => {
  const rows = 45_000
  function* lines() {
    yield `${header.join(',')}\n`
    for (let at = 0; at < rows; at += 1) yield `${at % 1_000 === 7 ? line(at).replace(/^88\d+/, '') : line(at)}\n`
  }
  const seen: number[] = []
  const path = await writeRoll('large.csv', lines())
  const report = await importRoll(store.services, {
    document: philadelphia,
    files: toFiles(philadelphia, path),
    onProgress: (progress) => seen.push(progress.rows),
  })
  expect(report).toMatchObject({ status: 'LOADED', rowsRead: rows, rowsMapped: rows - 45, rowsRejected: 45 })
  expect(report.columns.marketValue).toEqual({ filled: rows - 45, unknown: 0, implausible: 0 })
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(seen.at(-1)).toBe(rows)
  const skipped = Array.from({ length: 45 }, (_, at) => 100_000 + at * 1_000 + 7)
  const value = (rows * (200_000 + rows - 1)) / 2 - skipped.reduce((a, b) => a + b)
  expect(await readStored()).toEqual({ rows: rows - 45, parcels: rows - 45, value })
})

test('the first sheet of a workbook with the required columns is imported', async () => {
  const cells = (values: string[]) =>
    values.map((value) => `<c t="inlineStr"><is><t>${value.replaceAll('"', '&quot;')}</t></is></c>`).join('')
  const sheet = (...rows: string[][]) =>
    `<worksheet><sheetData>${rows.map((values) => `<row>${cells(values)}</row>`).join('')}</sheetData></worksheet>`
  const content = buildZip({
    'xl/workbook.xml': '<workbook xmlns:r="x"><sheets><sheet r:id="a"/><sheet r:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Target="worksheets/notes.xml"/>
      <Relationship Id="b" Target="worksheets/roll.xml"/></Relationships>`,
    'xl/worksheets/notes.xml': sheet(['Prepared for the public'], []),
    'xl/worksheets/roll.xml': sheet(['Assessment roll'], [], header, line(1).split(','), line(2).split(',')),
  })
  const report = await load(await writeRoll('roll.xlsx', [content]))
  expect(report).toMatchObject({ rowsRead: 2, rowsMapped: 2 })
  expect(await readStored()).toEqual({ rows: 2, parcels: 2, value: 200_003 })
})
