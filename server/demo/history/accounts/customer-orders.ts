import { minuteMs } from '@dooryard/contract/api/time'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryServices, HistoryStep } from '../history-step.ts'
import type { PastUser } from '../past-api.ts'
import { findCampaign, unlessRefused } from '../trade/orders.ts'
import { customers } from './customers.ts'
import { type AudienceName, customerAudiences, customerOrders } from './order-plan.ts'

type PlannedOrder = {
  email: string
  hasCampaigns: boolean
  orderName: string
  quantity: number
  audience: AudienceName
}

/** Days so far apart are in order whatever weekends do to them. */
export const apartDays = 3

/** What the other customers order. Nobody works at their boards. */
export const planCustomerOrders: HistoryGenerator = (period, random) =>
  Object.entries(customerOrders).flatMap(([email, planned]) => {
    const roleDays = customers.find((customer) => customer.email === email)?.enterpriseFrom ?? 0
    return planned.map(([daysAgo, orderName, quantity, audience]): HistoryStep => {
      const order = { email, hasCampaigns: daysAgo <= roleDays - apartDays, orderName, quantity, audience }
      const at = new Date(pickWorkingTime(period, random, daysAgo).getTime() + random.number.int(45) * minuteMs)
      return { at, name: `${email} orders: ${orderName}`, run: (services) => placeOrder(services, order) }
    })
  })

async function placeOrder(services: HistoryServices, order: PlannedOrder): Promise<void> {
  const { email, hasCampaigns, orderName, quantity, audience } = order
  const user = await services.as(email)
  const { campaignType, criteria } = customerAudiences[audience]
  if (hasCampaigns) {
    const params = { campaignId: await openCampaign(user, audience) }
    const body = { orderName, quantity }
    await unlessRefused(services, orderName, () => user.call(orders.place, { params, body }))
  } else {
    const body = { orderName, quantity, campaignType, criteria }
    await unlessRefused(services, orderName, () => user.call(privateOrders.place, { body }))
  }
}

/** The campaign of the audience, created with its first order. */
async function openCampaign(user: PastUser, audience: AudienceName): Promise<string> {
  const { campaign: name, campaignType, criteria } = customerAudiences[audience]
  const known = await findCampaign(user, name)
  return known ?? (await user.call(campaigns.create, { body: { name, campaignType, criteria } })).id
}
