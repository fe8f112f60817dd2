import { adminOutbox } from '@dooryard/contract/about'
import { adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { adminCampaigns } from '@dooryard/contract/admin-campaigns'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { adminUsers } from '@dooryard/contract/admin-users'
import { adminWebhooks } from '@dooryard/contract/admin-webhooks'
import { apiKeys } from '@dooryard/contract/api-keys'
import { creditSettingEffects } from '@dooryard/contract/credit-setting-effect'
import { adminCreditSettings } from '@dooryard/contract/credits'
import { operations } from '@dooryard/contract/operations'
import { orders } from '@dooryard/contract/orders'
import { paymentHealth } from '@dooryard/contract/payment-health'
import { hourMs } from '@dooryard/contract/time'
import { userStatistics } from '@dooryard/contract/user-statistics'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { toCall } from '../../modules/orders/call-orders.fixture.ts'
import { addJob } from '../../platform/jobs.ts'
import { enterpriseUser, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { succeed, until } from './journey.ts'

export async function keyAdministrationJourney(portal: Portal): Promise<void> {
  const owner = await user(portal)
  const { id } = await succeed(owner.as, apiKeys.create, { body: { name: 'Lost', scopes: ['orders:read'] } })
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await succeed(as, adminApiKeys.list, { query: { search: 'lost', userId: [owner.id], state: 'ACTIVE' } })
  await succeed(as, adminApiKeys.get, { params: { id } })
  await succeed(as, adminApiKeys.revoke, { params: { id }, body: { reason: 'Found in a public repository' } })
  await succeed(as, paymentHealth.get)
}

export async function everybodysJourney(portal: Portal): Promise<void> {
  const owner = await enterpriseUser(portal, { onDemandCredits: 100 })
  const campaignId = owner.campaign.id
  await succeed(owner.as, orders.place, { params: { campaignId }, body: { orderName: 'First', quantity: 50 } })
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await succeed(as, adminCampaigns.list, { query: { search: 'homes', userId: [owner.id], sort: 'totalPrice' } })
  await succeed(as, adminCampaigns.get, { params: { id: campaignId } })
  await succeed(as, adminCampaigns.export, { query: { userId: [owner.id] } })
  await succeed(as, adminOrders.listOfCampaigns, { query: { userId: [owner.id] } })
  await succeed(as, adminOrders.listOfCampaign, { params: { campaignId }, query: {} })
  await succeed(as, adminOrders.list, { query: { kind: 'ENTERPRISE', order: 'asc' } })
  await succeed(as, adminOrders.export, { query: { userId: [owner.id] } })
}

export async function operationsJourney(direct: Portal, portal: Portal): Promise<void> {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  await succeed(admin.as, userStatistics.get, { params: { id: owner.id } })
  await succeed(admin.as, operations.get)
  await succeed(admin.as, adminOutbox.list, { query: { to: 'casey@example.com' } })
  // It waits for an hour, so that no worker is at it.
  await addJob(direct.db, 'top-up-credits', { userId: owner.id }, { delayMs: hourMs })
  const { items } = await succeed(admin.as, operations.jobs, { query: { task: 'top-up-credits', state: 'WAITING' } })
  await succeed(admin.as, operations.retryJob, { params: { id: items.at(-1)?.id ?? '' } })
  await succeed(admin.as, operations.retryTask)
}

export async function orderAdministrationJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await enterpriseUser(portal, { onDemandCredits: 10_000, campaign: toCall })
  const campaignId = owner.campaign.id
  const goOn = await holdUp(portal, owner.id)
  const body = { orderName: 'To call', quantity: 50 }
  const { id: failed } = await succeed(owner.as, orders.place, { params: { campaignId }, body })
  await succeed(as, adminOrders.retry, { params: { id: failed } })
  await succeed(as, adminOrders.fail, { params: { id: failed } })
  const { id } = await succeed(as, adminOrders.retry, { params: { id: failed } })
  await goOn()
  const params = { id }
  await until(
    () => succeed(as, adminOrders.get, { params }),
    ({ internalStatus }) => internalStatus === 'READY',
  )
  await succeed(as, adminOrders.getOfCampaign, { params: { campaignId, orderId: id } })
  await succeed(as, adminOrders.leads, { params })
  await succeed(as, adminOrders.download, { params })
  await succeed(as, adminOrders.certificate, { params })
  const [setting] = await succeed(as, adminCreditSettings.list)
  await succeed(as, creditSettingEffects.foresee, { params: { id: setting?.id ?? '' } })
}

/** Nobody works on the orders of a user until the journey goes on. */
async function holdUp({ pool }: Portal, userId: string): Promise<() => Promise<unknown>> {
  const queue = [`orders:${userId}`]
  await pool.query(
    `insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by) values ($1, now(), 'the journey')`,
    queue,
  )
  return () =>
    pool.query(
      'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where queue_name = $1',
      queue,
    )
}

export async function userAdministrationJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const { id } = await succeed(as, adminUsers.create)
  const params = { id }
  await succeed(as, adminUsers.get, { params })
  await succeed(as, adminUsers.invite, { params })
  await succeed(as, adminUsers.change, { params, body: { role: 'AFFILIATE_USER', reason: 'Sells by a coupon' } })
  const someone = await user(portal)
  await succeed(as, adminUsers.many, { query: { ids: [id, someone.id] } })
  await succeed(as, adminUsers.sessions, { params: someone })
  await succeed(as, adminUsers.signOut, { params: someone })
}

export async function webhookAdministrationJourney(portal: Portal, url: string): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await user(portal)
  const { id } = await succeed(owner.as, webhooks.create, { body: { url, events: ['credits.low'] } })
  await succeed(owner.as, webhooks.test, { params: { id } })
  const params = { id }
  await succeed(as, adminWebhooks.list, { query: { userId: [owner.id], state: 'HEALTHY', search: 'tess' } })
  await succeed(as, adminWebhooks.health)
  await succeed(as, adminWebhooks.get, { params })
  const { items } = await succeed(as, adminWebhooks.log, { params })
  await succeed(as, adminWebhooks.attempt, { params: { id, attemptId: items[0]?.id ?? '' } })
  await succeed(as, adminWebhooks.disable, { params })
  await succeed(owner.as, webhooks.get, { params })
  await succeed(as, adminWebhooks.enable, { params })
}
