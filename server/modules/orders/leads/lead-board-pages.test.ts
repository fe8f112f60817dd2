import { type LeadStage, leadStages } from '@dooryard/contract/api/enums'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import {
  type BoardFilter,
  type BoardSlice,
  countLeadsByStage,
  listBoardLeads,
  selectBoardSlice,
  setStage,
} from './lead-board.queries.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database
const [owner, other] = [await insertTestOrders(20), await insertTestOrders(5)]
await sql`analyze pipeline_leads`.execute(db)

/** Inserts `count` delivered orders of 1,000 leads each, with one lead in ten moved to another stage. */
async function insertTestOrders(count: number) {
  const [userId, orderIds] = [newId(), Array.from({ length: count }, () => newId())]
  const person = { firstName: 'Tess', lastName: 'Sampleton', phone: '615-555-0101', email: `${userId}@example.com` }
  await db
    .insertInto('users')
    .values({ ...person, id: userId, role: 'CONSUMER_USER', passwordHash: 'opens nothing' })
    .execute()
  for (const [at, id] of orderIds.entries()) {
    const completedAt = new Date(Date.UTC(2026, 10, 1, at))
    const order = {
      id,
      userId,
      orderName: `Order ${at}`,
      campaignType: 'MAIL_READY',
      quantity: 1_000,
      creditRequired: 1,
    }
    await db
      .insertInto('orders')
      .values({ ...order, criteria: '{}', internalStatus: 'READY', completedAt })
      .execute()
    await sql`with leads as (insert into order_leads (order_id, rank, property_id, owner_key, lead)
        select ${id}::uuid, at, at::text, ${String(at)}, jsonb_build_object('ownerName', 'TESTWELL ' || at)
        from generate_series(1, 1000) as at returning *)
      insert into pipeline_leads (order_id, property_id, owner_key, user_id, stage, staged_at, search_text)
      select order_id, property_id, owner_key, ${userId}::uuid,
        case when rank % 10 = 0 then (${sql.val(leadStages.values)}::text[])[1 + rank / 10 % 7] else 'NEW' end,
        ${completedAt}::timestamptz + case when rank % 10 = 0 then rank * interval '1 minute' else '0' end,
        lead_search_text(lead)
      from leads`.execute(db)
  }
  return { userId, orderIds }
}

type QueryPlan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: QueryPlan[]
}

/** Number of board leads that a slice reads. */
async function countLeadsRead(filter: BoardFilter, slice: BoardSlice): Promise<number> {
  const countRowsRead = (plan: QueryPlan): number => {
    const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    const below = (plan.Plans ?? []).reduce((sum, inner) => sum + countRowsRead(inner), 0)
    return plan['Relation Name'] === 'pipeline_leads' ? own + below : below
  }
  const answers = await selectBoardSlice(db, filter, slice).explain<{ 'QUERY PLAN': { Plan: QueryPlan }[] }>(
    'json',
    sql`analyze`,
  )
  const plans = answers.flatMap((answer) => answer['QUERY PLAN'].map(({ Plan: plan }) => plan))
  return plans.reduce((sum, plan) => sum + countRowsRead(plan), 0)
}

const limit = 100
const page: BoardSlice = { limit, offset: 0 }
const { userId, orderIds } = owner

test('of 20,000 leads a page of one stage reads only its own, and a page of all stages at most one page of each', async () => {
  const top = await listBoardLeads(db, { userId, stage: 'NEW' }, { limit, offset: 9_000 })
  const after = top.at(-1)
  const cases: [string, BoardFilter, BoardSlice][] = [
    ['a stage', { userId, stage: 'NEW' }, page],
    ['behind a lead', { userId, stage: 'NEW' }, { ...page, after }],
    ['one order', { userId, stage: 'NEW', orderId: orderIds[3] }, page],
    ['all stages', { userId }, page],
    ['all stages, behind a lead', { userId }, { ...page, after }],
    ['all stages of one order', { userId, orderId: orderIds[3] }, page],
  ]
  for (const [what, filter, slice] of cases) {
    const read = await countLeadsRead(filter, slice)
    const maxRead = limit * (filter.stage ? 1 : leadStages.values.length)
    expect({ what, few: read >= limit && read <= maxRead, read }).toMatchObject({ what, few: true })
  }
})

test("cursor pages return the whole board in order, without other users' leads", async () => {
  const inTurn: string[] = []
  let after: Awaited<ReturnType<typeof listBoardLeads>>[number] | undefined
  for (let more = true; more; ) {
    const rows = await listBoardLeads(db, { userId: other.userId }, { limit: 500, offset: 0, after })
    inTurn.push(...rows.map(({ orderId, propertyId }) => `${orderId} ${propertyId}`))
    more = rows.length > 0
    after = rows.at(-1)
  }
  const sorted = await sql<{ place: string }>`select order_id || ' ' || property_id as place from pipeline_leads
    where user_id = ${other.userId} order by staged_at desc, order_id desc, property_id desc`.execute(db)
  expect(inTurn).toHaveLength(5_000)
  expect(inTurn).toEqual(sorted.rows.map(({ place }) => place))
})

test('a moved lead is counted and found at its new stage only', async () => {
  const [orderId = '', at] = [orderIds[7], new Date('2026-11-20T10:00:00.000Z')]
  const counts = async () =>
    new Map((await countLeadsByStage(db, { userId })).map(({ stage, count }) => [stage, count]))
  const before = await counts()
  expect([...before.values()].reduce((sum, count) => sum + count, 0)).toBe(20_000)
  await setStage(db, orderId, '11', 'CLOSED', at)
  const now = await counts()
  const moved = (stage: LeadStage) => (now.get(stage) ?? 0) - (before.get(stage) ?? 0)
  expect([moved('NEW'), moved('CLOSED'), moved('DEAD')]).toEqual([-1, 1, 0])
  const [first] = await listBoardLeads(db, { userId, stage: 'CLOSED' }, page)
  expect(first).toMatchObject({ orderId, propertyId: '11', stage: 'CLOSED', stagedAt: at })
  const atNew = await listBoardLeads(db, { userId, stage: 'NEW', orderId }, { limit: 1_000, offset: 0 })
  expect(atNew.map(({ propertyId }) => propertyId)).not.toContain('11')
})
