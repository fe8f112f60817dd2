import { apiKeys } from '@dooryard/contract/api-keys'
import { enterprise } from '@dooryard/contract/enterprise'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { toCall } from '../../modules/orders/call-orders.fixture.ts'
import { user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { callerAt } from '../requests.ts'
import { succeed, until } from './journey.ts'

export async function keyJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { onDemandCredits: 10_000 })
  const scopes = ['counts:read', 'orders:read', 'orders:write'] as const
  const { id, key } = await succeed(as, apiKeys.create, { body: { name: 'CRM', scopes: [...scopes] } })
  await programJourney(callerAt(portal.url, key))
  const params = { id }
  await succeed(as, apiKeys.list)
  await succeed(as, apiKeys.get, { params })
  await succeed(as, apiKeys.change, { params })
  await succeed(as, apiKeys.regenerate, { params })
  await succeed(as, apiKeys.revoke, { params })
}

async function programJourney(program: ReturnType<typeof callerAt>) {
  await succeed(program, enterprise.count, { body: { ...toCall } })
  const { criteria, campaignType } = toCall
  const campaign = { name: 'Made by a program', campaignType }
  const body = { campaign, criteria, orderName: 'To call', quantity: 50 }
  const { id } = await succeed(program, enterprise.place, { body })
  const params = { id }
  await succeed(program, enterprise.list)
  await until(
    () => succeed(program, enterprise.get, { params }),
    ({ internalStatus }) => internalStatus === 'READY',
  )
  await succeed(program, enterprise.change, { params, body: { orderName: 'First calls' } })
  await succeed(program, enterprise.leads, { params })
  await succeed(program, enterprise.download, { params })
  await succeed(program, enterprise.certificate, { params })
}

export async function webhookJourney(portal: Portal, url: string): Promise<void> {
  const { as } = await user(portal)
  const { id } = await succeed(as, webhooks.create, { body: { url, events: ['order.completed', 'credits.adjusted'] } })
  const params = { id }
  await succeed(as, webhooks.list)
  await succeed(as, webhooks.get, { params })
  await succeed(as, webhooks.secret, { params })
  await succeed(as, webhooks.regenerateSecret, { params })
  await succeed(as, webhooks.test, { params })
  const isOver = ({ items }: { items: { status: string }[] }) => items.every(({ status }) => status !== 'PENDING')
  const { items } = await until(() => succeed(as, webhooks.log, { params }), isOver)
  await succeed(as, webhooks.attempt, { params: { id, attemptId: items[0]?.id ?? '' } })
  await succeed(as, webhooks.redeliver, { params, body: { attemptId: items[0]?.id ?? '' } })
  await succeed(as, webhooks.change, { params, body: { description: 'Orders into the CRM' } })
  await succeed(as, webhooks.remove, { params })
}
