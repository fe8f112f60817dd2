import { account } from '@dooryard/contract/account'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { auditLog } from '@dooryard/contract/audit-log'
import { privateOrders } from '@dooryard/contract/orders'
import { type TestUser, user } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'

export const mailing = {
  orderName: 'First mailing',
  campaignType: 'MAIL_READY' as const,
  quantity: 60,
  criteria: { location: { states: ['TN'] } },
}

/** A consumer's order to mail that nobody has begun, and what tests ask of it. */
export async function queuedOrder(
  portal: Portal,
  credits: { onDemandCredits?: number; subscriptionCredits?: number } = {},
) {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100, ...credits })
  const { status, body } = await owner.as.call(privateOrders.place, { body: mailing })
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  const params = { id: body.id }
  const now = async () => (await owner.as.call(privateOrders.get, { params })).body
  return { owner, id: body.id, params, now }
}

export const balanceOf = async ({ as }: Pick<TestUser, 'as'>) => (await as.call(account.me)).body.balance

/** What administrators do to one order. */
export const acts = (admin: TestUser) => ({
  get: async (id: string) => (await admin.as.call(adminOrders.get, { params: { id } })).body,
  retry: (id: string, reason = 'The contact provider was down', headers = {}) =>
    admin.as.call(adminOrders.retry, { params: { id }, body: { reason }, headers }),
  fail: (id: string, reason = 'The county withdrew its roll', headers = {}) =>
    admin.as.call(adminOrders.fail, { params: { id }, body: { reason }, headers }),
  /** What the audit log says of an order, the newest first. */
  logOf: async (id: string) =>
    (await admin.as.call(auditLog.list, { query: { object: id, limit: 100 } })).body.items.map(
      ({ action, actor, before, after, reason }) => ({ action, by: actor?.id, before, after, reason }),
    ),
})

/** The job of an order in the queue; undefined where there is none. */
export async function jobOf(portal: Portal, orderId: string) {
  const { rows } = await portal.pool.query<{ attempts: number; waits: boolean }>(
    'select attempts, run_at > now() as waits from graphile_worker.jobs where key = $1',
    [`order:${orderId}`],
  )
  return rows[0]
}
