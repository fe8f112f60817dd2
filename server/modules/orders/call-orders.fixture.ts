import { orders, privateOrders } from '@dooryard/contract/orders'
import { enterpriseUser, user } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { noVendor } from '../contacts/index.ts'
import { listed } from '../dnc/scrub.fixture.ts'
import { runFulfilOrder } from './fulfil-order.job.ts'

/** Puts orders to call on offer, with a registry of today for every area code of the demo's phones. */
export async function offerCalls(portal: Portal, { numbers = [] as string[] } = {}): Promise<void> {
  await portal.db.updateTable('creditSettings').set({ isActive: true }).where('key', '=', 'CALL_READY').execute()
  await registryOf(portal, numbers)
}

/** A copy of the national registry for every area code of the demo's phones, in place of those before. */
export async function registryOf(portal: Portal, numbers: string[], accessedOn = today(portal)): Promise<void> {
  await portal.db.deleteFrom('dncListVersions').execute()
  const rows = await portal.services.clickhouse.rows<{ areaCode: string }>(
    "select distinct substring(value, 1, 3) as areaCode from contacts where kind = 'PHONE' order by areaCode",
  )
  const scopes = rows.map(({ areaCode }) => areaCode)
  await listed(portal.services, { list: 'NATIONAL', scopes, numbers, accessedOn })
}

export const today = ({ clock }: Portal) => clock.now().toISOString().slice(0, 10)

export const toCall = { campaignType: 'CALL_READY' as const, criteria: { location: { states: ['NC', 'TN'] } } }

/** A consumer's order to call; done already, unless said. */
export async function consumersOrder(portal: Portal, { quantity = 50, isDone = true } = {}) {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 10_000 })
  const { status, body } = await owner.as.call(privateOrders.place, {
    body: { ...toCall, orderName: 'To call', quantity },
  })
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  if (isDone) await fulfil(portal, body.id)
  const params = { id: body.id }
  const now = async () => (await owner.as.call(privateOrders.get, { params })).body
  return { owner, id: body.id, params, now }
}

/** An enterprise user's order to call, done. */
export async function campaignsOrder(portal: Portal, { quantity = 50 } = {}) {
  const owner = await enterpriseUser(portal, { onDemandCredits: 10_000, campaign: toCall })
  const { campaign } = owner
  const placed = await owner.as.call(orders.place, {
    params: { campaignId: campaign.id },
    body: { orderName: 'To call', quantity },
  })
  if (placed.status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(placed.body)}`)
  await fulfil(portal, placed.body.id)
  const params = { campaignId: campaign.id, orderId: placed.body.id }
  const now = async () => (await owner.as.call(orders.get, { params })).body
  return { owner, id: placed.body.id, params, now }
}

/** Takes the worker's place. */
export const fulfil = (portal: Portal, orderId: string) =>
  runFulfilOrder({ ...portal.services, contacts: noVendor })(
    { orderId },
    { attempt: 1, maxAttempts: 25, signal: new AbortController().signal },
  )
