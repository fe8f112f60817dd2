import { minuteMs } from '@dooryard/contract/api/time'
import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { orders } from '@dooryard/contract/orders/orders'
import { singleLeads } from '@dooryard/contract/orders/single-leads'
import { properties } from '@dooryard/contract/properties/properties'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryServices, HistoryStep } from '../history-step.ts'
import { findDelivered, requireCampaign, unlessRefused } from './orders.ts'
import { consumerEmail, enterpriseEmail } from './plan.ts'

/** What happens to single orders, besides that they are delivered. */
export const planOrderEvents: HistoryGenerator = (period, random) => {
  const step = (daysAgo: number, name: string, run: HistoryStep['run']): HistoryStep => ({
    at: pickWorkingTime(period, random, daysAgo),
    name,
    run,
  })
  return [
    step(204, 'order cancelled', cancelOrder),
    step(206, 'refund of returned letters', refundReturnedLetters),
    step(142, 'check of numbers: first', (services) => refresh(services, 'Tax list, Dana and Marcus')),
    step(37, 'check of numbers: second', (services) => refresh(services, 'Tax list, evening calls')),
    step(136, 'export for the mail house', (services) => exportFor(services, 'Equity, the large one')),
    step(10, 'export for the partner', (services) => exportFor(services, 'Tampa, for the partner there')),
    ...[360, 241, 178, 92, 34, 5].map((daysAgo) => {
      const number = random.number.int(99)
      return step(daysAgo, `single lead ${daysAgo}`, (services) => orderSingleLead(services, number, daysAgo < 200))
    }),
  ]
}

async function cancelOrder(services: HistoryServices): Promise<void> {
  const caller = await services.as(enterpriseEmail)
  const campaignId = await requireCampaign(caller, 'Columbus landlords')
  const body = { orderName: 'Columbus, all of them', quantity: 1_500 }
  const placed = await unlessRefused(services, body.orderName, () =>
    caller.call(orders.place, { params: { campaignId }, body }),
  )
  if (!placed) return
  services.clock.moveTo(new Date(services.clock.now().getTime() + 0.7 * minuteMs))
  await caller.call(orders.change, { params: { campaignId, orderId: placed.id }, body: { cancel: true } })
}

async function refundReturnedLetters(services: HistoryServices): Promise<void> {
  const { userId } = await services.as(enterpriseEmail)
  const reason = '38 letters of “Equity, both sides of the river” came back as undeliverable'
  const { call } = await services.as('admin@dooryard.test')
  await call(adminBilling.adjustCredits, { body: { userId, bucket: 'ON_DEMAND', amount: 38, reason } })
}

async function refresh(services: HistoryServices, orderName: string): Promise<void> {
  const caller = await services.as(enterpriseEmail)
  const order = await findDelivered(caller, orderName)
  if (order?.campaignId)
    await caller.call(orders.refreshDnc, { params: { campaignId: order.campaignId, orderId: order.id } })
}

async function exportFor(services: HistoryServices, orderName: string): Promise<void> {
  const caller = await services.as(enterpriseEmail)
  const order = await findDelivered(caller, orderName)
  if (!order?.campaignId) return
  const params = { campaignId: order.campaignId, orderId: order.id }
  await caller.call(orders.export, { params, body: { format: 'XLSX', preset: 'MAIL_HOUSE' } })
}

async function orderSingleLead(services: HistoryServices, number: number, isToCall: boolean): Promise<void> {
  const { call } = await services.as(consumerEmail)
  const criteria = { location: { zips: ['37013', '37211', '37217'] }, contact: { hasPhone: true } }
  const { items } = await call(properties.search, { body: { criteria, limit: 100 } })
  const campaignType = isToCall ? 'CALL_READY' : 'MAIL_READY'
  // Not every number may be called, so the next ones are tried.
  for (const { propertyId } of [...items.slice(number), ...items.slice(0, number)].slice(0, 6)) {
    const order = () => call(singleLeads.order, { params: { propertyId }, body: { campaignType } })
    if (await unlessRefused(services, `single lead ${propertyId}`, order)) return
  }
}
