import type { Contact } from '@dooryard/contract/orders/leads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../../platform/context.ts'
import { testClickHouse } from '../../../test/stores/clickhouse.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { createScrubPlan } from '../../dnc/index.ts'
import { createTestList } from '../../dnc/scrub/scrub.fixture.ts'
import { createOrderWithLeads } from '../export/order-csv.fixture.ts'
import { getLastRank, listLeadContacts, updateLeadContacts } from '../leads/leads.queries.ts'
import { scrubLeads } from './scrub-leads.ts'

const phone = (value: string): Contact => ({ type: 'PHONE', value, source: 'A file', asOf: '2026-11-02' })

let database: Awaited<ReturnType<typeof testDatabase>>
let store: Awaited<ReturnType<typeof testClickHouse>>
beforeAll(async () => {
  database = await testDatabase()
  store = await testClickHouse()
})
afterAll(() => Promise.all([database.close(), store.close()]))

test('the numbers of many leads are scrubbed in batches, without skipping any', async () => {
  const { db } = database
  const { clickhouse } = store
  const numbers = Array.from({ length: 7 }, (_, at) => `615555010${at}`)
  const on = [numbers[1] ?? '', numbers[6] ?? '']
  await createTestList({ db, clickhouse }, { list: 'NATIONAL', numbers: on, accessedOn: '2026-11-01' })
  const orderId = await createOrderWithLeads(
    db,
    numbers.map((number) => ({ contacts: [phone(number)] })),
  )
  const plan = await createScrubPlan(db, { userId: null, at: new Date('2026-11-02T12:00:00Z') })
  const askedAtOnce: number[] = []
  const rows: Services['clickhouse']['rows'] = (text, params, options) => {
    if (typeof params?.numbers === 'string') askedAtOnce.push(params.numbers.split(',').length)
    return clickhouse.rows(text, params, options)
  }
  const reports: number[][] = []
  await scrubLeads(
    { db, clickhouse: { ...clickhouse, rows } },
    {
      ...{ orderId, plan, after: 1, chunkSize: 3 },
      report: async (done, of) => void reports.push([done, of]),
      write: (leads) => updateLeadContacts(db, orderId, leads),
    },
  )
  expect(askedAtOnce).toEqual([3, 3])
  expect(reports).toEqual([
    [3, 6],
    [6, 6],
  ])
  const upTo = await getLastRank(db, orderId)
  const leads = await listLeadContacts(db, orderId, { after: 0, upTo, limit: 100 })
  expect(leads.map(({ contacts: [first] }) => first?.scrub)).toEqual([
    // Only leads after the first, as requested.
    undefined,
    ...numbers.slice(1).map((number) => (on.includes(number) ? 'NATIONAL_DNC' : 'CLEAN')),
  ])
})
