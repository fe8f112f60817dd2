import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { enterpriseUser, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { noContactProvider } from '../../contacts/index.ts'
import { createTestList } from '../../dnc/scrub/scrub.fixture.ts'
import { runFulfilOrder } from '../fulfil/fulfil-order.job.ts'

/** Activates call-ready orders, with a registry dated today that covers every area code of the demo's phones. */
export async function enableCallReady(portal: Portal, { numbers = [] as string[] } = {}): Promise<void> {
  await portal.db.updateTable('creditSettings').set({ isActive: true }).where('key', '=', 'CALL_READY').execute()
  await importTestRegistry(portal, numbers)
}

/** Replaces the national registry by one that covers every area code of the demo's phones. */
export async function importTestRegistry(
  portal: Portal,
  numbers: string[],
  accessedOn = getToday(portal),
): Promise<void> {
  await portal.db.deleteFrom('dncListVersions').execute()
  const rows = await portal.services.clickhouse.rows<{ areaCode: string }>(
    "select distinct substring(value, 1, 3) as areaCode from contacts where kind = 'PHONE' order by areaCode",
  )
  const scopes = rows.map(({ areaCode }) => areaCode)
  await createTestList(portal.services, { list: 'NATIONAL', scopes, numbers, accessedOn })
}

export const getToday = ({ clock }: Portal) => clock.now().toISOString().slice(0, 10)

export const callReadyDraft = { campaignType: 'CALL_READY' as const, criteria: { location: { states: ['NC', 'TN'] } } }

/** Places a consumer's call-ready order and fulfils it unless `isDone` is false. */
export async function placeConsumerOrder(portal: Portal, { quantity = 50, isDone = true } = {}) {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 10_000 })
  const { status, body } = await owner.as.call(privateOrders.place, {
    body: { ...callReadyDraft, orderName: 'To call', quantity },
  })
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  if (isDone) await fulfilTestOrder(portal, body.id)
  const params = { id: body.id }
  const now = async () => (await owner.as.call(privateOrders.get, { params })).body
  return { owner, id: body.id, params, now }
}

/** Places and fulfils an enterprise user's call-ready order. */
export async function placeCampaignOrder(portal: Portal, { quantity = 50 } = {}) {
  const owner = await enterpriseUser(portal, { onDemandCredits: 10_000, campaign: callReadyDraft })
  const { campaign } = owner
  const placed = await owner.as.call(orders.place, {
    params: { campaignId: campaign.id },
    body: { orderName: 'To call', quantity },
  })
  if (placed.status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(placed.body)}`)
  await fulfilTestOrder(portal, placed.body.id)
  const params = { campaignId: campaign.id, orderId: placed.body.id }
  const now = async () => (await owner.as.call(orders.get, { params })).body
  return { owner, id: placed.body.id, params, now }
}

/** Runs the order as a worker would. */
export const fulfilTestOrder = (portal: Portal, orderId: string) =>
  runFulfilOrder({ ...portal.services, contacts: noContactProvider })(
    { orderId },
    { attempt: 1, maxAttempts: 25, signal: new AbortController().signal },
  )
