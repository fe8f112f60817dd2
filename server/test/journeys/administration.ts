import { adminOutbox } from '@dooryard/contract/about'
import { adminErrors, errorReports } from '@dooryard/contract/admin/error-reports'
import { operations } from '@dooryard/contract/admin/operations'
import { revenue } from '@dooryard/contract/admin/revenue'
import { userStatistics } from '@dooryard/contract/admin/user-statistics'
import { hourMs } from '@dooryard/contract/api/time'
import { creditSettingEffects } from '@dooryard/contract/billing/admin/credit-setting-effect'
import { paymentHealth } from '@dooryard/contract/billing/admin/payment-health'
import { adminCreditSettings } from '@dooryard/contract/billing/credits'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { adminUserNotes } from '@dooryard/contract/identity/admin/user-notes'
import { adminEmailChange } from '@dooryard/contract/identity/email-change'
import { adminApiKeys } from '@dooryard/contract/integrations/admin-api-keys'
import { adminWebhooks } from '@dooryard/contract/integrations/admin-webhooks'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { adminTestOrders } from '@dooryard/contract/integrations/test-orders'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { orders } from '@dooryard/contract/orders/orders'
import { newEmail } from '../../modules/identity/codes/codes.fixture.ts'
import { callReadyDraft } from '../../modules/orders/call-ready/call-orders.fixture.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { enterpriseUser, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { callOk, pollUntil } from './journey.ts'

export async function keyAdministrationJourney(portal: Portal): Promise<void> {
  const owner = await user(portal)
  const { id } = await callOk(owner.as, apiKeys.create, { body: { name: 'Lost', scopes: ['orders:read'] } })
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await callOk(as, adminApiKeys.list, { query: { search: 'lost', userId: [owner.id], state: 'ACTIVE' } })
  await callOk(as, adminApiKeys.get, { params: { id } })
  await callOk(as, adminApiKeys.revoke, { params: { id }, body: { reason: 'Found in a public repository' } })
  await callOk(as, paymentHealth.get)
  await callOk(as, adminTestOrders.list, { query: { userId: [owner.id] } })
}

export async function adminListsJourney(portal: Portal): Promise<void> {
  const owner = await enterpriseUser(portal, { onDemandCredits: 100 })
  const campaignId = owner.campaign.id
  await callOk(owner.as, orders.place, { params: { campaignId }, body: { orderName: 'First', quantity: 50 } })
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await callOk(as, adminCampaigns.list, { query: { search: 'homes', userId: [owner.id], sort: 'totalPrice' } })
  await callOk(as, adminCampaigns.get, { params: { id: campaignId } })
  await callOk(as, adminCampaigns.export, { query: { userId: [owner.id] } })
  await callOk(as, adminOrders.listOfCampaigns, { query: { userId: [owner.id] } })
  await callOk(as, adminOrders.listOfCampaign, { params: { campaignId }, query: {} })
  await callOk(as, adminOrders.list, { query: { kind: 'ENTERPRISE', order: 'asc' } })
  await callOk(as, adminOrders.export, { query: { userId: [owner.id] } })
}

export async function operationsJourney(direct: Portal, portal: Portal): Promise<void> {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  await callOk(admin.as, userStatistics.get, { params: { id: owner.id } })
  await callOk(admin.as, operations.get)
  await callOk(admin.as, adminOutbox.list, { query: { to: 'casey@example.com' } })
  // Delayed by an hour, so that no worker runs it.
  await addJob(direct.db, 'top-up-credits', { userId: owner.id }, { delayMs: hourMs })
  const { items } = await callOk(admin.as, operations.jobs, { query: { task: 'top-up-credits', state: 'WAITING' } })
  await callOk(admin.as, operations.retryJob, { params: { id: items.at(-1)?.id ?? '' } })
  await callOk(admin.as, operations.retryTask)
  await callOk(owner.as, errorReports.report)
  await direct.errors.settled()
  const { items: errors } = await callOk(admin.as, adminErrors.list, { query: { layer: 'BROWSER' } })
  const { id = '' } = errors[0] ?? {}
  await callOk(admin.as, adminErrors.get, { params: { id } })
  await callOk(admin.as, adminErrors.change, { params: { id } })
}

export async function orderAdministrationJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await enterpriseUser(portal, { onDemandCredits: 10_000, campaign: callReadyDraft })
  const campaignId = owner.campaign.id
  const unblock = await blockQueue(portal, owner.id)
  const body = { orderName: 'To call', quantity: 50 }
  const { id: failed } = await callOk(owner.as, orders.place, { params: { campaignId }, body })
  await callOk(as, adminOrders.retry, { params: { id: failed } })
  await callOk(as, adminOrders.fail, { params: { id: failed } })
  const { id } = await callOk(as, adminOrders.retry, { params: { id: failed } })
  await unblock()
  const params = { id }
  await pollUntil(
    () => callOk(as, adminOrders.get, { params }),
    ({ internalStatus }) => internalStatus === 'READY',
  )
  await callOk(as, adminOrders.getOfCampaign, { params: { campaignId, orderId: id } })
  await callOk(as, adminOrders.leads, { params })
  await callOk(as, adminOrders.download, { params })
  await callOk(as, adminOrders.certificate, { params })
  const [setting] = await callOk(as, adminCreditSettings.list)
  await callOk(as, creditSettingEffects.foresee, { params: { id: setting?.id ?? '' } })
}

/** Blocks the orders of a user until the returned function is called. */
async function blockQueue({ pool }: Portal, userId: string): Promise<() => Promise<unknown>> {
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
  const { id } = await callOk(as, adminUsers.create)
  const params = { id }
  await callOk(as, adminUsers.get, { params })
  await callOk(as, adminUsers.invite, { params })
  await callOk(as, adminUsers.change, { params, body: { role: 'AFFILIATE_USER', reason: 'Sells by a coupon' } })
  const note = await callOk(as, adminUserNotes.create, { params, body: { body: 'Sells to investors' } })
  const noteParams = { id, noteId: note.id }
  await callOk(as, adminUserNotes.change, { params: noteParams, body: { isPinned: true } })
  await callOk(as, adminUserNotes.list, { params })
  await callOk(as, adminUserNotes.remove, { params: noteParams })
  await callOk(as, revenue.get)
  await callOk(as, revenue.export)
  const someone = await user(portal)
  await callOk(as, adminUsers.many, { query: { ids: [id, someone.id] } })
  await callOk(as, adminUsers.sessions, { params: someone })
  await callOk(as, adminUsers.signOut, { params: someone })
  await callOk(as, adminEmailChange.change, {
    params: someone,
    body: { email: newEmail(), reason: 'Lost the mailbox' },
  })
}

export async function webhookAdministrationJourney(portal: Portal, url: string): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await user(portal)
  const { id } = await callOk(owner.as, webhooks.create, { body: { url, events: ['credits.low'] } })
  await callOk(owner.as, webhooks.test, { params: { id } })
  const params = { id }
  await callOk(as, adminWebhooks.list, { query: { userId: [owner.id], state: 'HEALTHY', search: 'tess' } })
  await callOk(as, adminWebhooks.health)
  await callOk(as, adminWebhooks.get, { params })
  const { items } = await callOk(as, adminWebhooks.log, { params })
  await callOk(as, adminWebhooks.attempt, { params: { id, attemptId: items[0]?.id ?? '' } })
  await callOk(as, adminWebhooks.disable, { params })
  await callOk(owner.as, webhooks.get, { params })
  await callOk(as, adminWebhooks.enable, { params })
}
