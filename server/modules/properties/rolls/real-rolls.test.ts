import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPropertyServices } from '../property-services.fixture.ts'
import { easthampton as easthamptonMa, philadelphia as philadelphiaPa } from '../sources/source.fixture.ts'
import { importRoll, toFiles } from './import-roll.ts'
import type { RollReport } from './roll-report.ts'

const data = join(import.meta.dirname, '../../../../../shared/data')
const files = {
  philadelphia: join(data, 'philadelphia_pa_opa.csv.gz'),
  easthampton: join(data, 'easthampton_ma_massgis.csv.gz'),
}
const isHere = Object.values(files).every(existsSync)
if (!isHere) console.warn('The published rolls are not at ../shared/data: the tests that read them are skipped.')

describe.skipIf(!isHere)('published rolls', () => {
  let store: Awaited<ReturnType<typeof createPropertyServices>>
  let philadelphia: RollReport
  let easthampton: RollReport

  const load = (document: SourceDocument, path: string) =>
    importRoll(store.services, { document, files: toFiles(document, path) })

  beforeAll(async () => {
    store = await createPropertyServices()
    philadelphia = await load(philadelphiaPa, files.philadelphia)
    easthampton = await load(easthamptonMa, files.easthampton)
  }, 120_000)
  afterAll(() => store.close())

  const sum = async (sql: string) => {
    const [row] = await store.services.clickhouse.rows<{ n: string }>(`select ${sql} as n from properties`)
    return Number(row?.n)
  }
  const inRoll = (source: string, condition: string) => sum(`countIf(source = '${source}' and ${condition})`)

  test('Philadelphia: all 5,336 rows are accounted for', async () => {
    expect(philadelphia).toMatchObject({ status: 'LOADED', rowsRead: 5_336, rowsMapped: 5_336, rowsRejected: 0 })
    expect(await inRoll('philadelphia-pa', 'true')).toBe(5_336)
    for (const { filled, unknown, implausible } of Object.values(philadelphia.columns))
      expect(filled + unknown + implausible).toBe(5_336)
  })

  test('Easthampton: two of 6,368 rows repeat a parcel, and the rest are loaded', async () => {
    expect(easthampton).toMatchObject({ rowsRead: 6_368, rowsMapped: 6_366, rowsRejected: 2 })
    expect(easthampton.reasons).toEqual({ 'It repeats a parcel of an earlier line.': 2 })
    expect(await inRoll('easthampton-ma', 'true')).toBe(6_366)
  })

  test('at least 99 of 100 rows have a class, and only one code is unmapped', async () => {
    expect(await inRoll('philadelphia-pa', "asset_class = ''")).toBe(1)
    expect(await inRoll('easthampton-ma', "asset_class = ''")).toBe(0)
    expect(await inRoll('philadelphia-pa', "asset_sub_group = 'TOWNHOUSE'")).toBeGreaterThan(3_500)
    expect(await inRoll('easthampton-ma', "asset_sub_group = 'SINGLE_FAMILY'")).toBeGreaterThan(4_000)
    expect(await inRoll('easthampton-ma', "asset_sub_group = 'DUPLEX'")).toBeGreaterThan(500)
  })

  test('padding of codes is removed and wrapped years are corrected', async () => {
    expect(await inRoll('philadelphia-pa', 'use_code != trim(use_code) or mailing_state != trim(mailing_state)')).toBe(
      0,
    )
    expect(await sum('max(last_sale_date) > today()')).toBe(0)
    // 125 sales have a year from 2068 to 2071 in the file.
    expect(await inRoll('philadelphia-pa', "last_sale_date between '1968-01-01' and '1971-12-31'")).toBeGreaterThan(200)
    expect(await sum('max(year_built)')).toBeLessThanOrEqual(2026)
  })

  test('a nominal price is not a price, and marks a sale as not at arm’s length', async () => {
    expect(await sum('min(last_sale_price)')).toBeGreaterThan(100)
    // 1,391 sales for $1 and 50 for $10, and a few for other small sums.
    expect(await inRoll('philadelphia-pa', 'arms_length = false')).toBe(1_448)
    expect(await inRoll('philadelphia-pa', 'arms_length = true')).toBe(0)
  })

  test('owners who get the tax bill at home are distinguished from the others', async () => {
    expect(await inRoll('philadelphia-pa', "occupancy = 'OWNER_OCCUPIED'")).toBeGreaterThan(2_650)
    expect(await inRoll('philadelphia-pa', "occupancy = 'ABSENTEE_OUT_OF_STATE'")).toBe(568)
    expect(await inRoll('easthampton-ma', "occupancy = 'OWNER_OCCUPIED'")).toBeGreaterThan(4_500)
    expect(await inRoll('easthampton-ma', "occupancy = 'UNKNOWN'")).toBeLessThan(30)
    // The file leaves nearly every ZIP of the town empty.
    expect(await inRoll('easthampton-ma', "zip = '01027'")).toBe(6_366)
  })

  test('public bodies, banks and companies are distinguished from people', async () => {
    expect(await inRoll('philadelphia-pa', "owner_type = 'GOVERNMENT'")).toBeGreaterThan(140)
    expect(await inRoll('easthampton-ma', "owner_type = 'GOVERNMENT'")).toBeGreaterThan(160)
    expect(await inRoll('philadelphia-pa', "owner_type = 'LLC'")).toBeGreaterThan(1_000)
    const landBank = "arrayExists(name -> name like '%LAND BANK%', owner_names)"
    expect(await sum(`countIf(${landBank} and owner_type != 'GOVERNMENT')`)).toBe(0)
    expect(await sum('max(properties_owned)')).toBeGreaterThan(50)
  })

  test('importing both again changes nothing', async () => {
    const everything = 'sum(cityHash64(*))'
    const before = await sum(everything)
    expect(await load(philadelphiaPa, files.philadelphia)).toMatchObject({ status: 'UNCHANGED', rowsMapped: 5_336 })
    expect(await load(easthamptonMa, files.easthampton)).toMatchObject({ status: 'UNCHANGED', rowsMapped: 6_366 })
    expect(await sum(everything)).toBe(before)
  })

  test('one roll’s file is rejected as the other’s', async () => {
    await expect(load(philadelphiaPa, files.easthampton)).rejects.toThrow(
      /^This file is not Philadelphia PA, OPA properties: its header lacks parcel_number, location/,
    )
    expect(await inRoll('philadelphia-pa', 'true')).toBe(5_336)
  })
})
