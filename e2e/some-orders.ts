import { auth } from '@dooryard/contract/auth'
import { campaigns } from '@dooryard/contract/campaigns'
import { orders, privateOrders } from '@dooryard/contract/orders'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { call } from './portal-process.ts'

type Customer = 'enterprise' | 'consumer'

const criteria = { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE' as const] } }

const tokenOf = async (url: string, role: Customer) => {
  const body = { email: `${role}@dooryard.test`, password: 'dooryard-demo' }
  return (await call(url, undefined, auth.login, { body })).accessToken
}

/** Asks until an order is delivered. */
async function whenDelivered(look: () => Promise<{ userFacingStatus: string }>) {
  while ((await look()).userFacingStatus !== 'COMPLETED') await new Promise((resolve) => setTimeout(resolve, 100))
}

/** A campaign with a delivered order, and the screens of both. */
async function orderedCampaign(url: string, campaignType: CampaignType) {
  const token = await tokenOf(url, 'enterprise')
  const draft = { name: 'To look at', campaignType, criteria }
  const { id: campaignId } = await call(url, token, campaigns.create, { body: draft })
  const order = { orderName: 'Seen', quantity: 60 }
  const { id: orderId } = await call(url, token, orders.place, { params: { campaignId }, body: order })
  await whenDelivered(() => call(url, token, orders.get, { params: { campaignId, orderId } }))
  const campaign = `/portal/campaigns/${campaignId}`
  return { list: campaign, form: `${campaign}/orders/create`, detail: `${campaign}/orders/${orderId}` }
}

/** A delivered order that belongs to no campaign, and the form that it comes from. */
async function ownOrder(url: string) {
  const token = await tokenOf(url, 'consumer')
  const body = { orderName: 'Seen', quantity: 60, campaignType: 'MAIL_READY' as const, criteria }
  const { id } = await call(url, token, privateOrders.place, { body })
  await whenDelivered(() => call(url, token, privateOrders.get, { params: { id } }))
  const form = `/portal/orders/create?criteria=${encodeURIComponent(JSON.stringify(criteria))}`
  return { form, detail: `/portal/orders/${id}` }
}

/** Delivered orders of each kind to look at: their screens, each with who sees it, and that of the one to call. */
export async function someOrders(url: string): Promise<{ screens: [path: string, role: Customer][]; toCall: string }> {
  const mail = await orderedCampaign(url, 'MAIL_READY')
  const calls = await orderedCampaign(url, 'CALL_READY')
  const own = await ownOrder(url)
  return {
    screens: [
      [mail.list, 'enterprise'],
      [mail.form, 'enterprise'],
      [mail.detail, 'enterprise'],
      [calls.form, 'enterprise'],
      [calls.detail, 'enterprise'],
      [own.form, 'consumer'],
      [own.detail, 'consumer'],
    ],
    toCall: calls.detail,
  }
}
