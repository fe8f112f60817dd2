import { certificateKeys } from '@dooryard/contract/data/dnc'
import { files } from '@dooryard/contract/data/files'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { boardExport } from '@dooryard/contract/leads/board-export'
import { bulkLeads } from '@dooryard/contract/leads/bulk-changes'
import { contactResultLog } from '@dooryard/contract/leads/contact-results'
import { leadChanges } from '@dooryard/contract/leads/lead-changes'
import { leadLabels } from '@dooryard/contract/leads/lead-labels'
import { leadMap } from '@dooryard/contract/leads/lead-map'
import { letterTemplates } from '@dooryard/contract/leads/letter-templates'
import { mailings } from '@dooryard/contract/leads/letters'
import { leadTasks } from '@dooryard/contract/leads/tasks'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import { exportPresets } from '@dooryard/contract/orders/export/export-presets'
import { orderSending } from '@dooryard/contract/orders/export/send-order'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { singleLeads } from '@dooryard/contract/orders/single-leads'
import { properties } from '@dooryard/contract/properties/properties'
import { recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { campaignResults } from '@dooryard/contract/results/campaign-results'
import { callReadyDraft } from '../../modules/orders/call-ready/call-orders.fixture.ts'
import { anonymousCaller, enterpriseUser, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import type { Caller } from '../requests.ts'
import { callOk, pollUntil } from './journey.ts'

export async function campaignJourney(portal: Portal, url: string): Promise<void> {
  const { as, campaign } = await enterpriseUser(portal, { onDemandCredits: 10_000, campaign: callReadyDraft })
  const ofCampaign = { campaignId: campaign.id }
  await callOk(as, campaigns.list)
  await callOk(as, campaigns.get, { params: ofCampaign })
  await callOk(as, campaigns.change, { params: ofCampaign, body: { name: 'Owners to call' } })
  await callOk(as, orderQuotes.quote, { body: { ...callReadyDraft } })
  await callOk(as, orderQuotes.preview, { body: { ...callReadyDraft, sort: { by: 'address', order: 'asc' } } })
  const { id } = await callOk(as, orders.place, { params: ofCampaign, body: { orderName: 'To call', quantity: 50 } })
  const params = { ...ofCampaign, orderId: id }
  await callOk(as, orders.change, { params, body: { orderName: 'First calls' } })
  await pollUntil(
    () => callOk(as, orders.get, { params }),
    ({ internalStatus }) => internalStatus === 'READY',
  )
  await callOk(as, orders.list, { params: ofCampaign })
  await callOk(as, orders.listAll)
  const { items } = await callOk(as, orders.leads, { params })
  await callOk(as, orders.changeLead, { params: { ...params, propertyId: items[0]?.propertyId ?? '' } })
  await openFile(portal, (await callOk(as, orders.download, { params })).url)
  await openFile(portal, (await callOk(as, orders.certificate, { params })).url)
  const { id: webhookId } = await callOk(as, webhooks.create, { body: { url, events: ['order.failed'] } })
  await callOk(as, orderSending.send, { params, body: { webhookId } })
  const layout = ExportLayout.parse({ preset: 'DIALER', format: 'XLSX', split: 'STATE' })
  await callOk(as, orders.previewExport, { params, body: layout })
  await openFile(portal, (await callOk(as, orders.export, { params, body: layout })).url)
  const preset = await callOk(as, exportPresets.create, { body: { name: 'Dialer', layout } })
  await callOk(as, exportPresets.change, { params: { id: preset.id }, body: { name: 'Calls' } })
  await callOk(as, exportPresets.list, {})
  await callOk(as, exportPresets.remove, { params: { id: preset.id } })
  await callOk(anonymousCaller(portal), certificateKeys.get)
  await callOk(as, orders.refreshDnc, { params })
  await pollUntil(
    () => callOk(as, orders.get, { params }),
    ({ files }) => files[0]?.rechecks.length === 1,
  )
  const { id: resultId } = await callOk(as, campaignResults.add, { params: ofCampaign })
  await callOk(as, campaignResults.list, { params: ofCampaign })
  await callOk(as, campaignResults.change, { params: { ...ofCampaign, id: resultId } })
  await callOk(as, campaignResults.remove, { params: { ...ofCampaign, id: resultId } })
  await boardJourney(as, { orderId: id, propertyId: items[1]?.propertyId ?? '' })
}

const openFile = (portal: Portal, url: string) =>
  callOk(anonymousCaller(portal), files.get, { params: { ticket: url.split('/').at(-1) ?? '' } })

async function boardJourney(as: Caller, params: { orderId: string; propertyId: string }) {
  await callOk(as, leadBoard.stages)
  await callOk(as, leadBoard.change, { params })
  const { id: noteId } = await callOk(as, leadBoard.addNote, { params })
  await callOk(as, leadBoard.removeNote, { params: { ...params, noteId } })
  await callOk(as, leadBoard.restoreNote, { params: { ...params, noteId } })
  const { contacts = [] } = await callOk(as, leadBoard.get, { params })
  await callOk(as, leadBoard.list)
  await callOk(as, leadMap.get, { query: { west: -180, south: -90, east: 180, north: 90 } })
  const label = await callOk(as, leadLabels.create, { body: { kind: 'TAG', name: 'Hot' } })
  await callOk(as, leadLabels.change, { params: { id: label.id }, body: { name: 'Warm' } })
  const { before } = await callOk(as, bulkLeads.change, { body: { leads: [params], addTags: [label.id] } })
  await callOk(as, bulkLeads.restore, { body: { leads: before } })
  await callOk(as, leadLabels.list)
  await callOk(as, leadLabels.remove, { params: { id: label.id } })
  const due = { day: '2026-11-02', timeZone: 'America/Chicago' }
  const { items: tasks } = await callOk(as, leadTasks.create, { body: { leads: [params], title: 'Call', due } })
  await callOk(as, leadTasks.list)
  await callOk(as, leadChanges.list)
  await callOk(as, leadTasks.change, { body: { taskIds: tasks.map(({ id: taskId }) => taskId), isDone: true } })
  const phone = contacts.find(({ type }) => type === 'PHONE')?.value ?? ''
  const { id: resultId } = await callOk(as, contactResultLog.add, { params, body: { phone, result: 'DO_NOT_CALL' } })
  await callOk(as, contactResultLog.remove, { params: { ...params, resultId } })
  await callOk(as, contactResultLog.allowCalls, { params, body: { phone, reason: 'Asked to be called' } })
  await callOk(as, boardExport.get)
  await letterJourney(as, params)
}

async function letterJourney(as: Caller, lead: { orderId: string; propertyId: string }) {
  await callOk(as, letterTemplates.saveSender)
  await callOk(as, letterTemplates.sender)
  const template = await callOk(as, letterTemplates.create)
  await callOk(as, letterTemplates.change, { params: { id: template.id } })
  await callOk(as, letterTemplates.list)
  await callOk(as, letterTemplates.preview, { body: { kind: 'LETTER', text: '{{owner.greeting}}', lead } })
  const choice = { templateId: template.id, audience: { orderId: lead.orderId } }
  await callOk(as, mailings.preview, { body: choice })
  const params = { id: (await callOk(as, mailings.create, { body: { name: 'Autumn', ...choice } })).id }
  await callOk(as, mailings.list)
  await callOk(as, mailings.get, { params })
  await callOk(as, mailings.recipients, { params })
  await pollUntil(
    () => callOk(as, mailings.makeFile, { params: { ...params, format: 'SHEETS' } }),
    ({ status }) => status === 'READY',
  )
  await callOk(as, mailings.change, { params, body: { sentOn: '2026-11-02' } })
  await callOk(as, leadBoard.get, { params: lead })
  await callOk(as, mailings.change, { params, body: { sentOn: null } })
  await callOk(as, mailings.remove, { params })
  await callOk(as, letterTemplates.remove, { params: { id: template.id } })
}

/** A consumer, whose orders belong to no campaign. */
export async function consumerJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 10_000 })
  const body = { ...callReadyDraft, orderName: 'To call', quantity: 50 }
  const { id } = await callOk(as, privateOrders.place, { body })
  const params = { id }
  await pollUntil(
    () => callOk(as, privateOrders.get, { params }),
    ({ internalStatus }) => internalStatus === 'READY',
  )
  const { items: unpurchased } = await callOk(as, properties.search, { body: { criteria: callReadyDraft.criteria } })
  const single = { propertyId: unpurchased.find(({ hasPhone }) => hasPhone)?.propertyId ?? '' }
  await callOk(as, singleLeads.get, { params: single })
  await callOk(as, singleLeads.order, { params: single, body: { campaignType: 'CALL_READY' } })
  await callOk(as, privateOrders.list)
  await callOk(as, privateOrders.change, { params, body: { orderName: 'First calls' } })
  const { items } = await callOk(as, privateOrders.leads, { params })
  await callOk(as, privateOrders.changeLead, { params: { id, propertyId: items[0]?.propertyId ?? '' } })
  await callOk(as, privateOrders.download, { params })
  await callOk(as, privateOrders.certificate, { params })
  const layout = ExportLayout.parse({ preset: 'RAW' })
  await callOk(as, privateOrders.previewExport, { params, body: layout })
  await callOk(as, privateOrders.export, { params, body: layout })
  await callOk(as, privateOrders.refreshDnc, { params })
  await recurringJourney(as)
}

async function recurringJourney(as: Caller) {
  const { id } = await callOk(as, recurringOrders.create)
  const params = { id }
  await callOk(as, recurringOrders.list)
  await callOk(as, recurringOrders.get, { params })
  await callOk(as, recurringOrders.change, { params })
  await callOk(as, recurringOrders.run, { params })
  await pollUntil(
    () => callOk(as, recurringOrders.runs, { params }),
    ({ items }) => items[0]?.outcome !== 'PENDING',
  )
  await callOk(as, recurringOrders.pause, { params })
  await callOk(as, recurringOrders.resume, { params })
  await callOk(as, recurringOrders.remove, { params })
}
