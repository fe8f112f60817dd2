import { campaigns } from '@dooryard/contract/campaigns'
import { certificateKeys } from '@dooryard/contract/dnc'
import { files } from '@dooryard/contract/files'
import { leadBoard } from '@dooryard/contract/lead-board'
import { orderQuotes } from '@dooryard/contract/order-quote'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { toCall } from '../../modules/orders/call-orders.fixture.ts'
import { enterpriseUser, nobody, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import type { Caller } from '../requests.ts'
import { succeed, until } from './journey.ts'

export async function campaignJourney(portal: Portal): Promise<void> {
  const { as, campaign } = await enterpriseUser(portal, { onDemandCredits: 10_000, campaign: toCall })
  const ofCampaign = { campaignId: campaign.id }
  await succeed(as, campaigns.list)
  await succeed(as, campaigns.get, { params: ofCampaign })
  await succeed(as, campaigns.change, { params: ofCampaign, body: { name: 'Owners to call' } })
  await succeed(as, orderQuotes.quote, { body: { ...toCall } })
  const { id } = await succeed(as, orders.place, { params: ofCampaign, body: { orderName: 'To call', quantity: 50 } })
  const params = { ...ofCampaign, orderId: id }
  await succeed(as, orders.change, { params, body: { orderName: 'First calls' } })
  await until(
    () => succeed(as, orders.get, { params }),
    ({ internalStatus }) => internalStatus === 'READY',
  )
  await succeed(as, orders.list, { params: ofCampaign })
  await succeed(as, orders.listAll)
  const { items } = await succeed(as, orders.leads, { params })
  await succeed(as, orders.changeLead, { params: { ...params, propertyId: items[0]?.propertyId ?? '' } })
  await opened(portal, (await succeed(as, orders.download, { params })).url)
  await opened(portal, (await succeed(as, orders.certificate, { params })).url)
  await succeed(nobody(portal), certificateKeys.get)
  await succeed(as, orders.refreshDnc, { params })
  await until(
    () => succeed(as, orders.get, { params }),
    ({ fileVersion }) => fileVersion === 2,
  )
  await boardJourney(as, { orderId: id, propertyId: items[1]?.propertyId ?? '' })
}

const opened = (portal: Portal, url: string) =>
  succeed(nobody(portal), files.get, { params: { ticket: url.split('/').at(-1) ?? '' } })

async function boardJourney(as: Caller, params: { orderId: string; propertyId: string }) {
  await succeed(as, leadBoard.stages)
  await succeed(as, leadBoard.change, { params })
  const { id: noteId } = await succeed(as, leadBoard.addNote, { params })
  await succeed(as, leadBoard.removeNote, { params: { ...params, noteId } })
  await succeed(as, leadBoard.restoreNote, { params: { ...params, noteId } })
  await succeed(as, leadBoard.get, { params })
  await succeed(as, leadBoard.list)
}

/** A consumer, whose orders belong to no campaign. */
export async function consumerJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 10_000 })
  const body = { ...toCall, orderName: 'To call', quantity: 50 }
  const { id } = await succeed(as, privateOrders.place, { body })
  const params = { id }
  await until(
    () => succeed(as, privateOrders.get, { params }),
    ({ internalStatus }) => internalStatus === 'READY',
  )
  await succeed(as, privateOrders.list)
  await succeed(as, privateOrders.change, { params, body: { orderName: 'First calls' } })
  const { items } = await succeed(as, privateOrders.leads, { params })
  await succeed(as, privateOrders.changeLead, { params: { id, propertyId: items[0]?.propertyId ?? '' } })
  await succeed(as, privateOrders.download, { params })
  await succeed(as, privateOrders.certificate, { params })
  await succeed(as, privateOrders.refreshDnc, { params })
}
