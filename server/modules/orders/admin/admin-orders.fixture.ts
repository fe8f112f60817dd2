import { auditLog } from '@dooryard/contract/admin/audit-log'
import { account } from '@dooryard/contract/identity/account'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { type TestUser, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'

export const mailingOrder = {
  orderName: 'First mailing',
  campaignType: 'MAIL_READY' as const,
  quantity: 60,
  criteria: { location: { states: ['TN'] } },
}

/** A consumer's mail order still in the queue, with helpers for tests. */
export async function placeQueuedOrder(
  portal: Portal,
  credits: { onDemandCredits?: number; subscriptionCredits?: number } = {},
) {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100, ...credits })
  const { status, body } = await owner.as.call(privateOrders.place, { body: mailingOrder })
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  const params = { id: body.id }
  const now = async () => (await owner.as.call(privateOrders.get, { params })).body
  return { owner, id: body.id, params, now }
}

export const fetchBalance = async ({ as }: Pick<TestUser, 'as'>) => (await as.call(account.me)).body.balance

/** Administrator actions on one order. */
export const createAdminActions = (admin: TestUser) => ({
  get: async (id: string) => (await admin.as.call(adminOrders.get, { params: { id } })).body,
  retry: (id: string, reason = 'The contact provider was down', headers = {}) =>
    admin.as.call(adminOrders.retry, { params: { id }, body: { reason }, headers }),
  fail: (id: string, reason = 'The county withdrew its roll', headers = {}) =>
    admin.as.call(adminOrders.fail, { params: { id }, body: { reason }, headers }),
  /** The audit log entries of an order, newest first. */
  listAuditEntries: async (id: string) =>
    (await admin.as.call(auditLog.list, { query: { object: id, limit: 100 } })).body.items.map(
      ({ action, actor, before, after, reason }) => ({ action, by: actor?.id, before, after, reason }),
    ),
})

/** The queued job of an order; undefined when there is none. */
export async function findFulfilJob(portal: Portal, orderId: string) {
  const { rows } = await portal.pool.query<{ attempts: number; waits: boolean }>(
    'select attempts, run_at > now() as waits from graphile_worker.jobs where key = $1',
    [`order:${orderId}`],
  )
  return rows[0]
}
