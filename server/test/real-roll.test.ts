import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { properties } from '@dooryard/contract/properties/properties'
import { parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findShippedSource, importRoll, type RollReport, toFiles } from '../modules/properties/index.ts'
import { user } from './factories.ts'
import { type Portal, testPortal } from './portal.ts'

// The product's main task on a real county file, checked against that file by an independent reader.

const file = join(import.meta.dirname, '../../../shared/data/philadelphia_pa_opa.csv.gz')
const rowsInFile = 5_336
const criteria: Criteria = { location: { counties: ['42101'] } }

type CsvRow = Record<string, string>

async function readFileRows(): Promise<Map<string, CsvRow>> {
  const rows = new Map<string, CsvRow>()
  for await (const row of createReadStream(file)
    .pipe(createGunzip())
    .pipe(parse({ columns: true, bom: true, relax_column_count: true })))
    rows.set(row.parcel_number, row)
  return rows
}

/** Letters and digits alone: names and streets are spread over columns with blanks between. */
const toAlphanumeric = (...cells: (string | undefined)[]) => cells.join('').replace(/[^A-Za-z0-9]/g, '')

const collapseBlanks = (cell = '') => cell.replace(/\s+/g, ' ').trim()

/** Whether a line begins like a street or a box: the dataset also has names and companies in street columns. */
const isStreet = (cell = '') => /^(\d+\b.*[A-Z]|P\.? ?O\.? BOX)/.test(cell.trim())

const states =
  /^(A[AEKLPRSZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOPST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])$/

/** Whether a letter to the owner would arrive, judged by the row alone. */
const canBeMailed = (line: CsvRow) =>
  toAlphanumeric(line['owner_1']) !== '' &&
  toAlphanumeric(line['mailing_zip']).length >= 5 &&
  states.test(collapseBlanks(line['state_code'])) &&
  [line['mailing_street'], line['mailing_address_1'], line['mailing_address_2']].some(
    (cell) => isStreet(cell) && toAlphanumeric(cell) !== toAlphanumeric(line['owner_1']),
  )

/** What may stand for the owners of a row: both names, or one where the two columns are the same. */
const listOwners = ({ owner_1: first, owner_2: second }: CsvRow) =>
  toAlphanumeric(first) === toAlphanumeric(second)
    ? [toAlphanumeric(first), toAlphanumeric(first, second)]
    : [toAlphanumeric(first, second)]

/**
 * The street of a row or, where it is empty, one of its address lines; either may be followed by the suite of another
 * line.
 */
function listStreets(line: CsvRow): string[] {
  const others = [line['mailing_address_1'], line['mailing_address_2'], line['mailing_care_of']].map((cell) =>
    toAlphanumeric(cell),
  )
  const streets = toAlphanumeric(line['mailing_street'])
    ? [toAlphanumeric(line['mailing_street'])]
    : others.filter((other) => other !== '')
  return streets.flatMap((street) => [street, ...others.map((other) => street + other)])
}

describe.skipIf(!existsSync(file))('on the Philadelphia county dataset (skipped where the file is absent)', () => {
  let portal: Portal
  let report: RollReport
  let rows: Map<string, CsvRow>
  let delivery: Awaited<ReturnType<typeof journey>>
  beforeAll(async () => {
    portal = await testPortal({ worker: true })
    const document = findShippedSource('philadelphia-pa')
    if (!document) throw new Error('there is no such source')
    report = await importRoll(portal.services, { document, files: toFiles(document, file) })
    rows = await readFileRows()
    delivery = await journey()
  })
  afterAll(() => portal?.close())

  /** Signs up, searches, orders everything that can be mailed, and downloads it. */
  async function journey() {
    const { as } = await user(portal, { subscriptionCredits: 4_000, onDemandCredits: 2_000 })
    const { body: count } = await as.call(properties.count, { body: { criteria } })
    const draft = { name: 'Philadelphia', campaignType: 'MAIL_READY', criteria } as const
    const { body: campaign } = await as.call(campaigns.create, { body: draft })
    const params = { campaignId: campaign.id }
    const body = { orderName: 'All of it', quantity: count.mailable }
    const { body: placed } = await as.call(orders.place, { params, body })
    const orderParams = { ...params, orderId: placed.id }
    let order = placed
    while (!['COMPLETED', 'FAILED'].includes(order.userFacingStatus)) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      order = (await as.call(orders.get, { params: orderParams })).body
    }
    const { body: download } = await as.call(orders.download, { params: orderParams })
    const csv = await (await fetch(portal.url + download.url)).text()
    return { count, order, csv, delivered: parseNow(csv, { columns: true }) as CsvRow[] }
  }

  test('the report accounts for every row of the file', () => {
    expect(report).toMatchObject({ status: 'LOADED', rowsRead: rowsInFile })
    expect(report.rowsMapped + report.rowsRejected).toBe(rowsInFile)
    expect(Object.values(report.reasons).reduce((sum, count) => sum + count, 0)).toBe(report.rowsRejected)
  })

  test('the journey delivers exactly the owners who can be mailed', () => {
    const { count, order, delivered } = delivery
    expect(count.count).toBe(report.rowsMapped)
    expect(order).toMatchObject({ userFacingStatus: 'COMPLETED', deliveredQuantity: count.mailable })
    expect(order.creditsCaptured).toBe(count.mailable)
    expect(new Set(delivered.map((row) => row['Parcel Number'])).size).toBe(count.mailable)
    const ordered = new Set(delivered.map((row) => row['Parcel Number']))
    const unexplained = [...rows.values()].filter((row) => canBeMailed(row) && !ordered.has(row['parcel_number']))
    expect(unexplained.map((row) => row['parcel_number'])).toEqual([])
  })

  test('each delivered row has the owner, mailing address, use and value of its row in the file', () => {
    const { delivered } = delivery
    const wrong = delivered.filter((row) => {
      const line = rows.get(row['Parcel Number'] ?? '')
      if (!line) return true
      const mailed = toAlphanumeric(row['Mailing Address'])
      const matches =
        listOwners(line).includes(toAlphanumeric(row['Owner Name'])) &&
        listStreets(line).includes(mailed) &&
        toAlphanumeric(line['mailing_city_state']).startsWith(toAlphanumeric(row['Mailing City'])) &&
        row['Mailing State'] === collapseBlanks(line['state_code']) &&
        toAlphanumeric(line['mailing_zip']).startsWith(toAlphanumeric(row['Mailing ZIP'])) &&
        row['County Use Code'] === collapseBlanks(line['category_code']) &&
        row['County Use'] === collapseBlanks(line['category_code_description']) &&
        Number(row['Market Value']) === Number(line['market_value'])
      return !matches
    })
    expect(wrong.map((row) => row['Parcel Number'])).toEqual([])
  })

  test('the journey repeats identically', async () => {
    expect((await journey()).csv).toBe(delivery.csv)
  })
})
