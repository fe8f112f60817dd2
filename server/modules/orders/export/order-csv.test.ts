import type { FileColumn, ScrubResult } from '@dooryard/contract/api/enums'
import { getDefaultColumns } from '@dooryard/contract/orders/file-columns'
import type { Contact } from '@dooryard/contract/orders/leads'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/stores/database.ts'
import { createOrderWithLeads, readOrderFile } from './order-csv.fixture.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const source = { source: 'Generated demo contacts', asOf: '2026-11-02' }
const phone = (value: string, scrub?: ScrubResult, lineType?: Contact['lineType']): Contact => ({
  ...source,
  type: 'PHONE',
  value,
  ...(scrub && { scrub }),
  ...(lineType && { lineType }),
})
const email = (value: string): Contact => ({ ...source, type: 'EMAIL', value })

const mailHeader =
  'Owner Name,Owner Type,Mailing Address,Mailing City,Mailing State,Mailing ZIP,Property Address,Property Unit,' +
  'Property City,Property State,Property ZIP,County FIPS,Parcel Number,Property Type,County Use Code,County Use,' +
  'Bedrooms,Bathrooms,Living Area (sq ft),Year Built,Assessed Value,Market Value,Last Sale Date,Last Sale Price\r\n'

describe('the file of a mail-ready order', () => {
  test('has names and addresses, ends lines with CRLF, and quotes what needs it', async () => {
    const orderId = await createOrderWithLeads(database.db, [
      {},
      { lead: { ownerName: null, isLastSaleMonthOnly: false, unit: '#2', useDescription: '', bathrooms: null } },
    ])
    const rest = ',NASHVILLE,TN,37209,47037,091-15-0-042.00,Single family,0100,'
    expect(await readOrderFile(database.db, orderId)).toBe(
      `${mailHeader}"TESTWELL, AVERY & ""LEE""",Individual,40 SAMPLE PLAZA,KNOXVILLE,TN,37902,1208 EXAMPLE ORCHARD LN,${rest}SINGLE FAMILY,3,1.5,1450,1962,50000,200000,2021-03,185000\r\n` +
        `,Individual,40 SAMPLE PLAZA,KNOXVILLE,TN,37902,1208 EXAMPLE ORCHARD LN,#2${rest},3,,1450,1962,50000,200000,2021-03-01,185000\r\n`,
    )
  })

  test('has no phones and emails, even when chosen', async () => {
    const orderId = await createOrderWithLeads(database.db, [
      { contacts: [phone('6155550142', 'CLEAN'), email('a@example.com')] },
    ])
    const phones: FileColumn[] = ['PHONES', 'EMAILS', 'SUPPRESSED_PHONES']
    const all = await readOrderFile(database.db, orderId, 'MAIL_READY', [...getDefaultColumns('MAIL_READY'), ...phones])
    expect(all).toBe(await readOrderFile(database.db, orderId))
    expect(all).not.toMatch(/6155550142|example\.com|Phone|Email|Do.Not/)
  })

  test('has the assessment and the land on request, after the other columns', async () => {
    const older = { zoning: undefined, legalDescription: undefined, taxAmount: undefined, isHomestead: undefined }
    // Leads that were delivered before county datasets had them lack the fields.
    const orderId = await createOrderWithLeads(database.db, [{}, { lead: older as never }])
    const file = await readOrderFile(database.db, orderId, 'MAIL_READY', ['ASSESSMENT', 'SALE', 'LAND'])
    const [header, ...rows] = parse(file) as string[][]
    expect(header?.join()).toBe(
      'Last Sale Date,Last Sale Price,Effective Year,Construction,Condition,Zoning,Subdivision,Legal Description,' +
        'Land Value,Improvement Value,Value Year,Tax Amount,Tax Year,Homestead,Last Sale Document',
    )
    const known = '2021-03,185000,1990,WOOD FRAME,GOOD,R-1,EXAMPLE GROVE PH 2,LOT 12 BLK B EXAMPLE GROVE PH 2'
    expect(rows.map((row) => row.join())).toEqual([
      `${known},60000,140000,2026,1840,2025,No,5412/187`,
      '2021-03,185000,1990,WOOD FRAME,GOOD,,EXAMPLE GROVE PH 2,,60000,140000,2026,,2025,,5412/187',
    ])
  })

  test('has a header when it has no leads', async () => {
    expect(await readOrderFile(database.db, await createOrderWithLeads(database.db, []))).toBe(mailHeader)
  })
})

describe('the file of a call-ready order', () => {
  const contacts = [
    phone('6155550101', 'NATIONAL_DNC', 'MOBILE'),
    email('avery@example.com'),
    phone('6155550102', 'CLEAN', 'LANDLINE'),
    phone('6155550103', 'LITIGATOR'),
    email('lee@example.com'),
    phone('6155550104', 'CLEAN', 'MOBILE'),
    phone('6155550105'),
    email('third@example.com'),
  ]
  const getRow = async (of: Contact[] | null, columns: FileColumn[] | null = null) => {
    const orderId = await createOrderWithLeads(database.db, [{ contacts: of }])
    const [row] = parse<Record<string, string>>(await readOrderFile(database.db, orderId, 'CALL_READY', columns), {
      columns: true,
    })
    return row ?? {}
  }

  test('lists only callable numbers, without a gap or a trace of the others', async () => {
    const row = await getRow(contacts)
    expect(row).toMatchObject({
      'Phone 1': '6155550102',
      'Phone 1 Type': 'Landline',
      'Phone 1 Do-Not-Call Check': 'Clean',
      'Phone 2': '6155550104',
      'Phone 2 Type': 'Mobile',
      'Phone 2 Do-Not-Call Check': 'Clean',
      'Phone 3': '',
      'Phone 3 Type': '',
      'Phone 3 Do-Not-Call Check': '',
      'Email 1': 'avery@example.com',
      'Email 2': 'lee@example.com',
    })
    expect(row).not.toHaveProperty('Do Not Call')
    expect(Object.keys(row).slice(6, 8)).toEqual(['Phone 1', 'Phone 1 Type'])
    expect(Object.values(row).join()).not.toMatch(/615555010[135]|third@/)
  })

  test.each(['NATIONAL_DNC', 'STATE_DNC', 'INTERNAL_DNC', 'LITIGATOR', 'NOT_SCRUBBED', undefined] as const)(
    'has no digits of a number with the scrub result %s',
    async (result) => {
      const row = await getRow([phone('6155550101', result), phone('6155550102', 'CLEAN'), phone('6155550103', result)])
      expect(JSON.stringify(row)).toContain('6155550102')
      expect(JSON.stringify(row)).not.toMatch(/615555010[13]/)
    },
  )

  test('lists those numbers with the reason in a separate column when it is chosen', async () => {
    const row = await getRow(contacts, ['SUPPRESSED_PHONES', 'OWNER'])
    expect(row).toEqual({
      'Owner Name': 'TESTWELL, AVERY & "LEE"',
      'Owner Type': 'Individual',
      'Do Not Call': '6155550101 (National do-not-call); 6155550103 (Litigator); 6155550105 (Not scrubbed)',
    })
    expect(await getRow([phone('6155550102', 'CLEAN')], ['SUPPRESSED_PHONES'])).toEqual({ 'Do Not Call': '' })
  })

  test('has the chosen columns in one fixed order', async () => {
    expect(Object.keys(await getRow(contacts, ['VALUES', 'EMAILS', 'EMAILS']))).toEqual([
      'Email 1',
      'Email 2',
      'Assessed Value',
      'Market Value',
    ])
  })

  test('leaves unknown values empty', async () => {
    for (const none of [[], null])
      expect(await getRow(none, ['PHONES', 'EMAILS', 'VALUES'])).toMatchObject({
        'Phone 1': '',
        'Phone 1 Type': '',
        'Phone 1 Do-Not-Call Check': '',
        'Email 1': '',
        'Market Value': '200000',
      })
  })
})

test('a file of many batches has every lead once, in order', async () => {
  const leads = Array.from({ length: 4_001 }, (_, at) => ({ lead: { apn: `P${at + 1}` } }))
  const orderId = await createOrderWithLeads(database.db, leads)
  const rows = parse<Record<string, string>>(await readOrderFile(database.db, orderId), { columns: true })
  expect(rows.map((row) => row['Parcel Number'])).toEqual(leads.map(({ lead }) => lead.apn))
  // Gaps in the ranks, left by candidates without a callable number, skip no lead.
  await database.pool.query('delete from order_leads where order_id = $1 and rank % 3 = 0', [orderId])
  const fewer = parse<Record<string, string>>(await readOrderFile(database.db, orderId), { columns: true })
  expect(fewer.map((row) => row['Parcel Number'])).toEqual(
    leads.flatMap(({ lead: { apn } }, at) => ((at + 1) % 3 === 0 ? [] : [apn])),
  )
})

test('a file that cannot be read completely fails instead of ending early', async () => {
  const orderId = await createOrderWithLeads(database.db, [{}, {}])
  const broken = { lead: null }
  await database.pool.query(`update order_leads set lead = $2::jsonb where order_id = $1 and rank = 2`, [
    orderId,
    JSON.stringify(broken.lead),
  ])
  await expect(readOrderFile(database.db, orderId)).rejects.toThrow(TypeError)
})
