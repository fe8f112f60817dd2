import { adminCampaigns } from '@dooryard/contract/admin-campaigns'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { orders } from '@dooryard/contract/orders'
import { enterpriseUser, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { succeed } from './journey.ts'

/** An administrator who goes through everybody's campaigns and orders, and takes them away as files. */
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
