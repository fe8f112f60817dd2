import { adminOrders } from '@dooryard/contract/admin-orders'
import { creditSettingEffects } from '@dooryard/contract/credit-setting-effect'
import { adminCreditSettings } from '@dooryard/contract/credits'
import { orders } from '@dooryard/contract/orders'
import { toCall } from '../../modules/orders/call-orders.fixture.ts'
import { enterpriseUser, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { succeed, until } from './journey.ts'

/** What an administrator does about one order, and asks before changing a price. */
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
