import { notifications } from '@dooryard/contract/identity/notifications'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { NewPrivateOrder, type NewPrivateOrder as PrivateDraft } from '@dooryard/contract/orders/new-order'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { singleLeads } from '@dooryard/contract/orders/single-leads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker, type Worker } from '../../../platform/jobs/jobs.ts'
import { runSendMail, sendMailJob } from '../../../platform/mail/mail.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { enterpriseUser, type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { createApiClient } from '../../api-keys/api-keys.fixture.ts'
import { fulfilTestOrder } from '../call-ready/call-orders.fixture.ts'
import { findOrder } from '../orders.queries.ts'
import { notifyOfExpiry } from './notify-owner.ts'
import { failOrder } from './transition-order.ts'

let portal: Portal
let mailWorker: Worker
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  // The worker only sends mails; each test runs everything else itself.
  const { pool, services, mails } = portal
  const deliver = async (mail: (typeof mails)[number]) => void mails.push(mail)
  mailWorker = await startWorker({ pool, log: services.log, tasks: { [sendMailJob]: runSendMail(services, deliver) } })
})
afterAll(async () => {
  await mailWorker.stop()
  await portal.close()
})

const draft = NewPrivateOrder.parse({
  orderName: 'Nashville',
  campaignType: 'MAIL_READY',
  quantity: 60,
  criteria: { location: { states: ['TN'] } },
})

const createConsumer = () => user(portal, { role: 'CONSUMER_USER', onDemandCredits: 500 })

async function placeTestOrder({ as }: TestUser, change: Partial<PrivateDraft> = {}): Promise<string> {
  return (await as.call(privateOrders.place, { body: { ...draft, ...change } })).body.id
}

const fail = (orderId: string) =>
  inTransaction(portal.services, (tx) => failOrder(tx, orderId, 'The county is being imported.'))

const listNotifications = async ({ as }: Pick<TestUser, 'as'>) =>
  (await as.call(notifications.list)).body.items.map(({ kind, title, body, path }) => ({ kind, title, body, path }))

const listMails = ({ email }: TestUser) => portal.mails.filter(({ to }) => to === email)

test('a completed order is mailed and notified with what was delivered and charged, and a failed one with its refund', async () => {
  const owner = await createConsumer()
  const ready = await placeTestOrder(owner)
  await fulfilTestOrder(portal, ready)
  portal.clock.advance(1000)
  const failed = await placeTestOrder(owner, { orderName: 'Memphis' })
  await fail(failed)
  expect(await listNotifications(owner)).toEqual([
    {
      kind: 'ORDER_FAILED',
      title: 'Your order Memphis failed',
      body: 'The county is being imported. 60 credits are back in your balance.',
      path: `/portal/orders/${failed}`,
    },
    {
      kind: 'ORDER_READY',
      title: 'Your order Nashville is ready',
      body: '60 leads for 60 credits.',
      path: `/portal/orders/${ready}`,
    },
  ])
  await expect.poll(() => listMails(owner)).toHaveLength(2)
  const textBySubject = new Map(listMails(owner).map(({ subject, text }) => [subject, text]))
  expect(textBySubject.get('Your order Nashville is ready')).toContain(`/portal/orders/${ready}\n`)
  const failure = textBySubject.get('Your order Memphis failed')?.replaceAll(/\s+/g, ' ')
  expect(failure).toContain('could not be delivered. The county is being imported.')
  expect(failure).toContain('Nothing was charged: 60 credits are back in your balance.')
})

test('without mails about orders only the notification comes, and a cancelled order brings neither', async () => {
  const owner = await createConsumer()
  const change = await owner.as.call(notifications.changeSettings, {
    body: { kinds: [{ kind: 'ORDER_READY', byMail: false }] },
  })
  expect(change.body.kinds).toContainEqual({ kind: 'ORDER_READY', inApp: true, byMail: false })
  await fulfilTestOrder(portal, await placeTestOrder(owner))
  const params = { id: await placeTestOrder(owner) }
  await owner.as.call(privateOrders.change, { params, body: { cancel: true } })
  expect((await listNotifications(owner)).map(({ kind }) => kind)).toEqual(['ORDER_READY'])
  // A mail queued later has come, so that none is in progress.
  const other = await createConsumer()
  await fulfilTestOrder(portal, await placeTestOrder(other))
  await expect.poll(() => listMails(other)).toHaveLength(1)
  expect(listMails(owner)).toEqual([])
})

test('orders placed with an API key notify nobody unless the user asks for it', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const { as } = await createApiClient(portal, owner)
  const place = async () => {
    const body = { orderName: 'By program', quantity: 50, campaignId: owner.campaign.id }
    const { body: order } = await as.call(enterprise.place, { body })
    await fulfilTestOrder(portal, order.id)
  }
  await place()
  expect(await listNotifications(owner)).toEqual([])
  await owner.as.call(notifications.changeSettings, { body: { includesApiOrders: true } })
  await place()
  expect((await listNotifications(owner)).map(({ kind }) => kind)).toEqual(['ORDER_READY'])
  await expect.poll(() => listMails(owner)).toHaveLength(1)
})

test('expiring phone numbers of an order placed with an API key are mailed by default', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const { as } = await createApiClient(portal, owner)
  const body = { orderName: 'Calls by program', quantity: 50, campaignId: owner.campaign.id }
  const { body: order } = await as.call(enterprise.place, { body })
  const row = await findOrder(portal.db, order.id)
  if (!row) throw new Error('the order is gone')
  const expiresAt = new Date(portal.clock.now().getTime() + 3_600_000)
  await inTransaction(portal.services, (tx) => notifyOfExpiry(tx, { ...row, expiresAt }, false))
  expect((await listNotifications(owner)).map(({ kind }) => kind)).toEqual(['ORDER_EXPIRING'])
  await expect.poll(() => listMails(owner)).toHaveLength(1)
})

test('a single lead is shown where it was clicked: only its failure is notified, without a mail', async () => {
  const owner = await createConsumer()
  const found = await portal.services.clickhouse.rows<{ id: string }>(
    'select toString(property_id) as id from properties where is_mailable order by property_id limit 2',
  )
  const [first = '', second = ''] = found.map(({ id }) => id)
  const body = { campaignType: 'MAIL_READY' } as const
  const order = async (propertyId: string) =>
    (await owner.as.call(singleLeads.order, { params: { propertyId }, body })).body.id
  await fulfilTestOrder(portal, await order(first))
  expect(await listNotifications(owner)).toEqual([])
  await fail(await order(second))
  expect((await listNotifications(owner)).map(({ kind }) => kind)).toEqual(['ORDER_FAILED'])
  expect(listMails(owner)).toEqual([])
})
