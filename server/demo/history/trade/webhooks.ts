import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayMs, hourMs, minuteMs } from '@dooryard/contract/api/time'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import type { NewWebhook } from '@dooryard/contract/integrations/webhooks'
import { orderSending } from '@dooryard/contract/orders/export/send-order'
import { Agent } from 'undici'
import { attachFileLink } from '../../../modules/orders/index.ts'
import { deliverPastEvents } from '../../../modules/webhooks/index.ts'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryPeriod, HistoryServices, HistoryStep } from '../history-step.ts'
import { findDelivered } from './orders.ts'
import { enterpriseEmail } from './plan.ts'

type PlannedWebhook = NewWebhook & { daysAgo: number; disabledDaysAgo?: number }

const crm = 'https://crm.quillmere.test/hooks/dooryard'

const planned: readonly PlannedWebhook[] = [
  {
    ...{ url: crm, description: 'Orders into the CRM', daysAgo: 388 },
    events: ['order.completed', 'order.failed', 'order.dnc_refreshed', 'order.expiring', 'saved_search.changed'],
  },
  {
    ...{ url: 'https://chat.quillmere.test/in/7Hq2Zx', description: 'Money, to the chat', daysAgo: 263 },
    events: ['credits.low', 'credits.adjusted', 'subscription.updated', 'subscription.payment_failed'],
  },
  {
    ...{
      url: 'https://staging.quillmere.test/dooryard',
      description: 'Test orders',
      daysAgo: 209,
      disabledDaysAgo: 96,
    },
    events: ['order.created', 'order.status_changed', 'order.completed', 'order.failed'],
    sendsTestEvents: true,
  },
]

/** Only these days are left in the log; before them, deliveries matter to nobody. */
const loggedDays = 32
/** On this day, which has an order, the CRM goes down until all retries have failed. */
const outageDaysAgo = 11
const outageHours = { from: 13, to: 45 }

/** Webhooks, what they received and missed, and the events that were sent again. */
export const planWebhooks: HistoryGenerator = (period, random) => {
  const step = (daysAgo: number, name: string, run: HistoryStep['run']): HistoryStep => ({
    at: pickWorkingTime(period, random, daysAgo),
    name,
    run,
  })
  const outageDay = Math.floor(pickWorkingTime(period, random, outageDaysAgo).getTime() / dayMs) * dayMs
  const outage = { from: outageDay + outageHours.from * hourMs, to: outageDay + outageHours.to * hourMs }
  const receive = (services: HistoryServices) => deliver(services, outage)
  const created = planned.flatMap((webhook) => [
    step(webhook.daysAgo, `webhook: ${webhook.url}`, (services) => createWebhook(services, webhook)),
    ...(webhook.disabledDaysAgo
      ? [
          step(webhook.disabledDaysAgo, `webhook paused: ${webhook.url}`, async (services) => {
            await receive(services)
            await pause(services, webhook.url)
          }),
        ]
      : []),
  ])
  const replayed = new Date(outage.to + 38 * minuteMs)
  return [
    ...created,
    ...listDeliveries(period).map(
      (at): HistoryStep => ({ at, name: `deliveries until ${at.toISOString()}`, run: receive }),
    ),
    {
      at: replayed,
      name: 'failed events sent again',
      run: async (services) => {
        await receive(services)
        await replay(services, new Date(replayed.getTime() - 2 * dayMs))
      },
    },
    step(6, 'order sent to the CRM', (services) => sendOrderToCrm(services, 'Tampa, for the partner there')),
    ...[26, 20, 14, 8, 5, 3, 1, 0].map((daysAgo) =>
      step(daysAgo, `test event ${daysAgo} days ago`, (services) =>
        sendTest(services, daysAgo % 2 === 0 ? crm : planned[1]?.url),
      ),
    ),
    {
      at: new Date(period.endsAt.getTime() - minuteMs / 2),
      name: 'webhooks paused at the end',
      run: pauseAll,
    },
  ]
}

/** Every two weeks, and once a day in the time of the log. */
function listDeliveries({ endsAt }: HistoryPeriod): Date[] {
  const daysAgo = [
    ...Array.from({ length: 26 }, (_, at) => loggedDays + (26 - at) * 14),
    ...Array.from({ length: loggedDays }, (_, at) => loggedDays - at),
  ]
  const before = new Date(endsAt.getTime() - minuteMs)
  return [...daysAgo.map((days) => new Date(endsAt.getTime() - days * dayMs - 7 * minuteMs)), before]
}

async function createWebhook(services: HistoryServices, { daysAgo: _, disabledDaysAgo: __, ...body }: PlannedWebhook) {
  const { call } = await services.as(enterpriseEmail)
  await call(webhooks.create, { body })
}

async function findWebhook(services: HistoryServices, url: string | undefined) {
  const { call } = await services.as(enterpriseEmail)
  const { items } = await call(webhooks.list, { query: { limit: 100 } })
  return { call, id: items.find((webhook) => webhook.url === url)?.id }
}

async function pause(services: HistoryServices, url: string): Promise<void> {
  const { call, id } = await findWebhook(services, url)
  if (id) await call(webhooks.change, { params: { id }, body: { isActive: false } })
}

/** From now on nobody receives anything at these addresses, which exist nowhere. */
async function pauseAll(services: HistoryServices): Promise<void> {
  for (const { url, disabledDaysAgo } of planned) if (!disabledDaysAgo) await pause(services, url)
}

async function replay(services: HistoryServices, since: Date): Promise<void> {
  const { call, id } = await findWebhook(services, crm)
  if (id) await call(webhooks.redeliver, { params: { id }, body: { since: since.toISOString() } })
}

async function sendTest(services: HistoryServices, url: string | undefined): Promise<void> {
  const { call, id } = await findWebhook(services, url)
  if (id) await call(webhooks.test, { params: { id }, body: {} })
}

async function sendOrderToCrm(services: HistoryServices, orderName: string): Promise<void> {
  const { call, id: webhookId } = await findWebhook(services, crm)
  const order = await findDelivered(await services.as(enterpriseEmail), orderName)
  if (!webhookId || !order?.campaignId) return
  const params = { campaignId: order.campaignId, orderId: order.id }
  await call(orderSending.send, { params, body: { webhookId } })
}

/** Everything that is due, to a receiver in this process: no request leaves the machine. */
async function deliver(services: HistoryServices, outage: { from: number; to: number }): Promise<void> {
  const now = services.clock.now()
  const server = createServer(async (request, response) => {
    const at = Number(request.headers['webhook-timestamp']) * 1000
    const isDown = request.headers.host?.startsWith('crm') && at >= outage.from && at < outage.to
    // As long as a receiver takes, where anybody still sees it.
    if (Date.now() - at < loggedDays * dayMs) await sleep(20 + (at % 150))
    if (isDown) response.writeHead(503, { 'content-type': 'text/plain' }).end('Back in a minute')
    else response.writeHead(at % 29 === 0 ? 500 : 200).end(at % 29 === 0 ? 'lock wait timeout exceeded' : '{"ok":true}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({
    connect: (_, done) => {
      const socket = connect(port, '127.0.0.1', () => done(null, socket)).once('error', (error) => done(error, null))
    },
  })
  try {
    await deliverPastEvents(services, {
      ...{ agent, urls: planned.map(({ url }) => url), until: now, signal: services.signal },
      completeBody: (body) => attachFileLink(services, body),
    })
  } finally {
    await agent.close()
    server.close()
  }
}
