import { enterpriseSuppressionLists } from '@dooryard/contract/data/suppression-lists'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { testOrders } from '@dooryard/contract/integrations/test-orders'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import { enterpriseCampaignResults } from '@dooryard/contract/results/campaign-results'
import { callReadyDraft } from '../../modules/orders/call-ready/call-orders.fixture.ts'
import { user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { type Caller, createCaller } from '../requests.ts'
import { suppressionJourney } from './data.ts'
import { callOk, pollUntil } from './journey.ts'

export async function keyJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { onDemandCredits: 10_000 })
  const scopes = ['counts:read', 'orders:read', 'orders:write'] as const
  const { id, key } = await callOk(as, apiKeys.create, { body: { name: 'CRM', scopes: [...scopes] } })
  await programJourney(createCaller(portal.url, key))
  await testKeyJourney(portal, as)
  await callOk(as, apiKeys.callerAddress)
  const params = { id }
  await callOk(as, apiKeys.list)
  await callOk(as, apiKeys.get, { params })
  await callOk(as, apiKeys.change, { params })
  await callOk(as, apiKeys.regenerate, { params })
  await callOk(as, apiKeys.revoke, { params })
}

async function testKeyJourney(portal: Portal, as: Caller) {
  const body = { name: 'CRM, tests', scopes: ['orders:read' as const, 'orders:write' as const], isTest: true }
  const program = createCaller(portal.url, (await callOk(as, apiKeys.create, { body })).key)
  const { criteria, campaignType } = callReadyDraft
  const campaign = { name: 'Made by a test', campaignType }
  const order = { campaign, criteria, orderName: 'To try', quantity: 50 }
  const { id } = await callOk(program, enterprise.place, { body: order })
  const params = { id }
  await pollUntil(
    () => callOk(program, enterprise.get, { params }),
    ({ internalStatus }) => internalStatus === 'READY',
  )
  await callOk(program, enterprise.leads, { params })
  await callOk(as, testOrders.list)
  await callOk(as, testOrders.download, { params })
}

async function programJourney(program: ReturnType<typeof createCaller>) {
  await callOk(program, enterprise.count, { body: { ...callReadyDraft } })
  const { criteria, campaignType } = callReadyDraft
  const campaign = { name: 'Made by a program', campaignType }
  const body = { campaign, criteria, orderName: 'To call', quantity: 50 }
  const { id, campaignId = '' } = await callOk(program, enterprise.place, { body })
  await callOk(program, enterpriseCampaignResults.add, { params: { campaignId } })
  const params = { id }
  await callOk(program, enterprise.list)
  await pollUntil(
    () => callOk(program, enterprise.get, { params }),
    ({ internalStatus }) => internalStatus === 'READY',
  )
  await callOk(program, enterprise.change, { params, body: { orderName: 'First calls' } })
  await callOk(program, enterprise.leads, { params })
  await callOk(program, enterprise.download, { params })
  await callOk(program, enterprise.certificate, { params })
  const layout = ExportLayout.parse({ preset: 'HUBSPOT' })
  await callOk(program, enterprise.previewExport, { params, body: layout })
  await callOk(program, enterprise.export, { params, body: layout })
  await suppressionJourney(program, enterpriseSuppressionLists)
}

export async function webhookJourney(portal: Portal, url: string): Promise<void> {
  const { as } = await user(portal)
  const { id } = await callOk(as, webhooks.create, { body: { url, events: ['order.completed', 'credits.adjusted'] } })
  const params = { id }
  await callOk(as, webhooks.list)
  await callOk(as, webhooks.get, { params })
  await callOk(as, webhooks.secret, { params })
  await callOk(as, webhooks.regenerateSecret, { params })
  await callOk(as, webhooks.test, { params })
  const isOver = ({ items }: { items: { status: string }[] }) => items.every(({ status }) => status !== 'PENDING')
  const { items } = await pollUntil(() => callOk(as, webhooks.log, { params }), isOver)
  await callOk(as, webhooks.attempt, { params: { id, attemptId: items[0]?.id ?? '' } })
  await callOk(as, webhooks.redeliver, { params, body: { attemptId: items[0]?.id ?? '' } })
  await callOk(as, webhooks.change, { params, body: { description: 'Orders into the CRM' } })
  await callOk(as, webhooks.remove, { params })
}
