import { enterprise } from '@dooryard/contract/orders/enterprise'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { enterpriseUser } from '../../../../test/factories.ts'
import type { Portal } from '../../../../test/portal.ts'
import { createApiClient } from '../../../api-keys/api-keys.fixture.ts'
import { runAdvanceTestOrder } from './advance-test-order.job.ts'

export const criteria = { location: { states: ['TN'] } }
export const draft = { orderName: 'First test', quantity: 60, criteria }
export const newCampaign = (campaignType: 'MAIL_READY' | 'CALL_READY' = 'MAIL_READY') => ({
  campaign: { name: 'Owners of Tennessee', campaignType },
})

/** An enterprise user without credits, with a test key and a live key. */
export async function createTester(portal: Portal, onDemandCredits = 0) {
  const owner = await enterpriseUser(portal, { onDemandCredits })
  const testKey = await createApiClient(portal, owner, { isTest: true })
  const liveKey = await createApiClient(portal, owner)
  return { portal, owner, testKey, as: testKey.as, live: liveKey.as }
}

type Tester = Awaited<ReturnType<typeof createTester>>

/** Runs the job of each status. The longest path has five steps, and a finished order stays as it is. */
export async function advanceTestOrder({ services }: Portal, orderId: string): Promise<void> {
  for (let step = 0; step < 5; step++) await runAdvanceTestOrder(services)({ orderId })
}

/** Places a test order with the test key and runs it to its end. */
export async function completeTestOrder({ portal, as }: Tester, order: object = {}) {
  const placed = await as.call(enterprise.place, { body: { ...newCampaign(), ...draft, ...order } })
  expect(placed).toMatchObject({ status: 201 })
  const params = { id: placed.body.id }
  await advanceTestOrder(portal, params.id)
  return { placed: placed.body, params, detail: (await as.call(enterprise.get, { params })).body }
}

export const readFileOfLink = async ({ url: portalUrl }: Portal, url: string): Promise<string> =>
  (await fetch(portalUrl + new URL(url).pathname)).text()

/** Rows of every table that a live order, its leads or its credits would touch. */
export async function snapshotAccount({ db }: Portal, userId: string): Promise<Record<string, unknown>> {
  const tables = [
    ...['orders', 'lead_purchases', 'credit_accounts', 'credit_entries', 'credit_holds', 'campaigns'],
    ...['order_exports', 'lead_activity', 'suppression_lists', 'contact_traces'],
  ]
  const rows: Record<string, unknown> = {}
  for (const table of tables) {
    const { rows: columns } = await sql`
      select from information_schema.columns where table_name = ${table} and column_name = 'user_id'`.execute(db)
    const owned = columns.length > 0 ? sql`where user_id = ${userId}` : sql``
    rows[table] = (await sql`select to_jsonb(t) as row from ${sql.table(table)} t ${owned}`.execute(db)).rows
  }
  return rows
}
