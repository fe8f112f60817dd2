import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scaleForTorture } from '../../../test/torture.ts'
import { cleanTables, createExampleImports, good, header, line } from './example-roll.fixture.ts'
import { importRoll, toFiles } from './import-roll.ts'
import { findRoll } from './rolls.queries.ts'

let imports: Awaited<ReturnType<typeof createExampleImports>>

beforeAll(async () => {
  imports = await createExampleImports()
})
afterAll(() => imports.close())

// Does nothing when the last test left the roll unchanged.
beforeEach(() => imports.loadGood())

const truncated = async () => {
  const noise = Array.from({ length: 5_000 }, (_, at) => line(String(at * 7919)))
  const path = await imports.writeContent('cut.csv.gz', gzipSync([header, ...noise].join('\n')))
  await truncate(path, 20_000)
  return path
}

const refusals: [what: string, file: () => Promise<string>, sentence: RegExp][] = [
  ['a missing file', async () => join(imports.folder, 'nowhere.csv'), /^There is no file at .*nowhere\.csv\.$/],
  ['a folder', async () => imports.folder, /is not a file\.$/],
  ['an empty file', () => imports.writeContent('empty.csv', ''), /^The file .*empty\.csv is empty\.$/],
  [
    'a compressed nothing',
    () => imports.writeContent('nothing.csv.gz', gzipSync('')),
    /^The file nothing\.csv\.gz is empty\.$/,
  ],
  ['a header alone', () => imports.writeContent('header.csv', header), /has a header and no rows\.$/],
  [
    'a file of another roll',
    () => imports.writeContent('other.csv', 'parcel,owner,sold\n1,TESTWELL,2020'),
    /^This file is not Example County TN, test roll: its header lacks address, city, zip, mail, mail_city and 5 more\.$/,
  ],
  ['a truncated gz', truncated, /^The file cut\.csv\.gz ends in the middle of its compressed data: fetch it again\.$/],
  [
    'a damaged gz',
    () => imports.writeContent('damaged.csv.gz', Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(500, 7)])),
    /^The file damaged\.csv\.gz is damaged: its compressed data cannot be read\.$/,
  ],
  [
    'a damaged zip',
    () => imports.writeContent('damaged.zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)])),
    /^The file damaged\.zip is damaged or cut off: it is no whole zip archive\.$/,
  ],
  [
    'rows that are mostly broken',
    () => imports.writeContent('broken.csv', [header, line('1'), 'a', 'b', 'c'].join('\n')),
    /^Only 1 of 4 rows could be read as Example County TN, test roll, so nothing was changed\.$/,
  ],
  [
    'a picture',
    () => imports.writeContent('photo.csv', Buffer.alloc(9_000_000, 255)),
    /^The file photo\.csv is not a table of text/,
  ],
]

test.each(refusals)('%s is rejected with a message, and the old roll stays', async (_, file, sentence) => {
  await expect(imports.load(await file())).rejects.toThrow(sentence)
  expect(await imports.loaded()).toHaveLength(3)
  expect(await findRoll(imports.services.db, 'example-tn')).toMatchObject({ fileName: 'good.csv', rowsMapped: 3 })
  expect(await imports.tables()).toEqual(cleanTables)
})

test('a file of another county does not replace the loaded one, unless that is said', async () => {
  const elsewhere = { ...imports.source, county: { fips: '47149' }, key: imports.source.key }
  const files = toFiles(elsewhere, await imports.writeContent('elsewhere.csv', good.replaceAll('NASHVILLE', 'SMYRNA')))
  await expect(importRoll(imports.services, { document: elsewhere, files })).rejects.toThrow(
    /^Example County TN, test roll is loaded for Davidson County, TN, whose rows a file of Rutherford County, TN would/,
  )
  expect(await imports.loaded()).toHaveLength(3)
  const report = await importRoll(imports.services, { document: elsewhere, files, replacesCounties: true })
  expect(report.status).toBe('LOADED')
  await imports.loadGood({ replacesCounties: true })
})

const whole = [header, ...Array.from({ length: 40 }, (_, at) => line(String(at)))].join('\n')

test('a compressed file truncated anywhere is rejected', async () => {
  const packed = gzipSync(whole)
  const lengths = [9, Math.floor(packed.length / 2), packed.length - 1, 1, 60, packed.length - 9]
  for (const kept of lengths.slice(0, scaleForTorture(3, lengths.length))) {
    const cut = imports.loadFile('cut.csv.gz', packed.subarray(0, kept))
    await expect(cut).rejects.toThrow(/ends in the middle of its compressed data|is damaged|This file is not/)
    expect(await imports.loaded()).toHaveLength(3)
  }
})

test('a file truncated anywhere is rejected, or loads its remaining rows', async () => {
  for (let at = 1; at < whole.length; at += scaleForTorture(1_191, 97)) {
    const cut = whole.slice(0, at)
    const report = await imports.loadFile('cut.csv', cut).catch((error: Error) => error.message)
    const rows = await imports.loaded()
    if (typeof report === 'string') expect(report).toMatch(/^(This file|Only)/)
    else {
      expect(report.rowsRead).toBe(cut.split('\n').length - 1)
      expect(report.rowsMapped).toBe(rows.length)
      expect(rows.length).toBeGreaterThanOrEqual(report.rowsRead - 1)
    }
  }
})
