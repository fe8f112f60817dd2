import type { Contact } from '@dooryard/contract/leads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../platform/context.ts'
import { testClickHouse } from '../../test/clickhouse.ts'
import { testDatabase } from '../../test/database.ts'
import { scrubPlan } from '../dnc/index.ts'
import { listed } from '../dnc/scrub.fixture.ts'
import { scrubLeads } from './check-contacts.ts'
import { lastRank, listContacts, updateContacts } from './leads.queries.ts'
import { orderWith } from './order-csv.fixture.ts'

const phone = (value: string): Contact => ({ type: 'PHONE', value, source: 'A file', asOf: '2026-11-02' })

let database: Awaited<ReturnType<typeof testDatabase>>
let store: Awaited<ReturnType<typeof testClickHouse>>
beforeAll(async () => {
  database = await testDatabase()
  store = await testClickHouse()
})
afterAll(() => Promise.all([database.close(), store.close()]))

test('the numbers of many leads are looked up some at a time, and each of them is', async () => {
  const { db } = database
  const { clickhouse } = store
  const numbers = Array.from({ length: 7 }, (_, at) => `615555010${at}`)
  const on = [numbers[1] ?? '', numbers[6] ?? '']
  await listed({ db, clickhouse }, { list: 'NATIONAL', numbers: on, accessedOn: '2026-11-01' })
  const orderId = await orderWith(
    db,
    numbers.map((number) => ({ contacts: [phone(number)] })),
  )
  const plan = await scrubPlan(db, { userId: null, at: new Date('2026-11-02T12:00:00Z') })
  const askedAtOnce: number[] = []
  const rows: Services['clickhouse']['rows'] = (text, params, options) => {
    if (typeof params?.numbers === 'string') askedAtOnce.push(params.numbers.split(',').length)
    return clickhouse.rows(text, params, options)
  }
  const told: number[][] = []
  await scrubLeads(
    { db, clickhouse: { ...clickhouse, rows } },
    {
      ...{ orderId, plan, after: 1, atOnce: 3 },
      report: async (done, of) => void told.push([done, of]),
      write: (leads) => updateContacts(db, orderId, leads),
    },
  )
  expect(askedAtOnce).toEqual([3, 3])
  expect(told).toEqual([
    [3, 6],
    [6, 6],
  ])
  const upTo = await lastRank(db, orderId)
  const leads = await listContacts(db, orderId, { after: 0, upTo, limit: 100 })
  expect(leads.map(({ contacts: [first] }) => first?.scrub)).toEqual([
    // Behind the first, as it was asked.
    undefined,
    ...numbers.slice(1).map((number) => (on.includes(number) ? 'NATIONAL_DNC' : 'CLEAN')),
  ])
})
