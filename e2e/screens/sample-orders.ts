import type { CampaignType } from '@dooryard/contract/api/enums'
import { auth } from '@dooryard/contract/identity/auth'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { call } from '../support/portal-process.ts'

type OrderOwner = 'enterprise' | 'consumer'

const criteria = { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE' as const] } }

const getToken = async (url: string, role: OrderOwner) => {
  const body = { email: `${role}@dooryard.test`, password: 'dooryard-demo' }
  return (await call(url, undefined, auth.login, { body })).accessToken
}

/** Polls until an order is delivered. */
async function waitUntilDelivered(getOrder: () => Promise<{ userFacingStatus: string }>) {
  while ((await getOrder()).userFacingStatus !== 'COMPLETED') await new Promise((resolve) => setTimeout(resolve, 100))
}

/** Creates a campaign with a delivered order, and returns the screens of both. */
export async function createOrderedCampaign(url: string, campaignType: CampaignType) {
  const token = await getToken(url, 'enterprise')
  const draft = { name: 'To look at', campaignType, criteria }
  const { id: campaignId } = await call(url, token, campaigns.create, { body: draft })
  const order = { orderName: 'Seen', quantity: 60 }
  const { id: orderId } = await call(url, token, orders.place, { params: { campaignId }, body: order })
  await waitUntilDelivered(() => call(url, token, orders.get, { params: { campaignId, orderId } }))
  const campaign = `/portal/campaigns/${campaignId}`
  return { list: campaign, form: `${campaign}/orders/create`, detail: `${campaign}/orders/${orderId}` }
}

/** Creates a delivered order without a campaign, and returns its screens. */
async function createPrivateOrder(url: string) {
  const token = await getToken(url, 'consumer')
  const body = { orderName: 'Seen', quantity: 60, campaignType: 'MAIL_READY' as const, criteria }
  const { id } = await call(url, token, privateOrders.place, { body })
  await waitUntilDelivered(() => call(url, token, privateOrders.get, { params: { id } }))
  const form = `/portal/orders/create?criteria=${encodeURIComponent(JSON.stringify(criteria))}`
  const { items } = await call(url, token, privateOrders.leads, { params: { id }, query: { limit: 1 } })
  return { form, detail: `/portal/orders/${id}`, property: `/portal/properties/${items[0]?.propertyId}` }
}

/**
 * Creates delivered orders of each kind; returns their screens with the owner of each, that of the Call Ready
 * order, and the page of a delivered property.
 */
export async function createSampleOrders(
  url: string,
): Promise<{ screens: [path: string, role: OrderOwner][]; toCall: string; property: string }> {
  const mail = await createOrderedCampaign(url, 'MAIL_READY')
  const calls = await createOrderedCampaign(url, 'CALL_READY')
  const privateOrder = await createPrivateOrder(url)
  return {
    screens: [
      [mail.list, 'enterprise'],
      [mail.form, 'enterprise'],
      [mail.detail, 'enterprise'],
      [calls.form, 'enterprise'],
      [calls.detail, 'enterprise'],
      [privateOrder.form, 'consumer'],
      [privateOrder.detail, 'consumer'],
    ],
    toCall: calls.detail,
    property: privateOrder.property,
  }
}
