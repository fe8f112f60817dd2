import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createRecordReader } from '../../../platform/files/tables/text/records.ts'
import { classifyOwner } from '../derive/owner-type.ts'
import { listUnplacedUses } from '../rolls/roll-report.ts'
import { compileSource } from './compile/compile-source.ts'
import { mapRows } from './map-rows.fixture.ts'
import { broward, easthampton, nashville, philadelphia } from './source.fixture.ts'
import { createListLookup } from './use-lists/use-lists.ts'

const nashvilleTn = compileSource(nashville)
const browardFlSales = compileSource(broward)

const data = join(import.meta.dirname, '../../../../../shared/data')
const isHere = existsSync(data)
if (!isHere) console.warn('The published rolls are not at ../shared/data: the tests that read them are skipped.')

const read = new Map<string, Record<string, string>[]>()

/** The rows of a file, read once. */
function readPublished(name: string): Record<string, string>[] {
  const known = read.get(name)
  if (known) return known
  const bytes = readFileSync(join(data, name))
  const text = Buffer.from((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().replace(/^\uFEFF/, ''))
  const reader = createRecordReader(',', 0)
  const fields = (count: number) => Array.from({ length: count }, (_, place) => reader.trimmedField(place))
  let at = reader.read(text, 0).end
  const header = fields(reader.read(text, 0).count)
  const rows: Record<string, string>[] = []
  while (at < text.length) {
    const { count, end } = reader.read(text, at)
    if (count === header.length)
      rows.push(Object.fromEntries(fields(count).map((cell, place) => [header[place], cell])))
    at = end
  }
  read.set(name, rows)
  return rows
}

describe.skipIf(!isHere)('published rolls', () => {
  test.each([
    ['Nashville', nashvilleTn, 'nashville_tn.csv.gz', 0],
    ['Philadelphia', compileSource(philadelphia), 'philadelphia_pa_opa.csv.gz', 1],
    ['Easthampton', compileSource(easthampton), 'easthampton_ma_massgis.csv.gz', 0],
  ] as const)('%s: at least 99 of 100 rows have a class, and the rest are listed', (_, source, name, listed) => {
    const { mapped, tally } = mapRows(source, readPublished(name))
    const classed = mapped.filter((row) => typeof row !== 'string' && row.property?.use)
    expect(classed.length / mapped.length).toBeGreaterThan(0.99)
    expect(listUnplacedUses(tally)).toHaveLength(listed)
  })

  test('every code of the Massachusetts and Florida lists, and of the Broward sales, is mapped', () => {
    const findMassachusetts = createListLookup('massachusetts-dor')
    const findFlorida = createListLookup('florida-dor')
    const lists = [
      readPublished('massgis_use_codes.csv').map((row) => findMassachusetts(row.USE_CODE ?? '') !== undefined),
      readPublished('florida_dor_use_codes.csv').map((row) => findFlorida(row.code ?? '') !== undefined),
      readPublished('broward_fl_sales_sdf.csv.gz').map((row) => findFlorida(row.DOR_UC ?? '') !== undefined),
    ]
    for (const placed of lists) expect(placed.filter((isSo) => !isSo)).toEqual([])
  })

  test('Nashville: every sale has a date, and all sales of a parcel name one owner', () => {
    const { mapped } = mapRows(nashvilleTn, readPublished('nashville_tn.csv.gz'))
    const rows = mapped.filter((row) => typeof row !== 'string')
    expect(rows).toHaveLength(56_477)
    expect(rows.every(({ sale }) => sale !== null && sale.buyerNames === null)).toBe(true)
    expect(rows.filter(({ sale }) => sale?.price === null)).toHaveLength(3)
    const owners = new Map<string, Set<string>>()
    for (const { apn, property } of rows) {
      const known = owners.get(apn) ?? new Set()
      owners.set(apn, known.add(property?.ownerNames?.join('|') ?? ''))
    }
    expect(owners.size).toBe(48_559)
    expect([...owners.values()].every(({ size }) => size === 1)).toBe(true)
  })

  test('Nashville: private land trusts are trusts, and general partnerships are partnerships or builders', () => {
    const names = readPublished('nashville_tn.csv.gz').map(({ OwnerName = '' }) => OwnerName)
    const listTypes = (says: RegExp) =>
      new Set(names.filter((name) => says.test(name)).map((name) => classifyOwner([name])))
    expect(listTypes(/LAND TRUST(, THE)?$/)).toEqual(new Set(['TRUST']))
    expect(listTypes(/ (GP|G\.P\.)$/)).toEqual(new Set(['PARTNERSHIP', 'BUILDER']))
  })

  test('Broward: 95,332 sales, half of them by deeds inferred to be quitclaims and marked so', () => {
    const { mapped } = mapRows(browardFlSales, readPublished('broward_fl_sales_sdf.csv.gz'))
    const sales = mapped.flatMap((row) => (typeof row === 'string' || !row.sale ? [] : [row.sale]))
    expect(sales).toHaveLength(95_332)
    const quitclaims = sales.filter(({ deedType }) => deedType === 'QUITCLAIM')
    expect(quitclaims).toHaveLength(46_448)
    expect(quitclaims.every(({ isDeedInferred, armsLength }) => isDeedInferred && armsLength === false)).toBe(true)
    expect(sales.filter(({ isMultiParcel }) => isMultiParcel)).toHaveLength(3_960)
    expect(sales.every(({ price }) => price === null || price > 100)).toBe(true)
  })
})
