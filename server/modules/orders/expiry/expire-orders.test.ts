import { notifications } from '@dooryard/contract/identity/notifications'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker, type Worker } from '../../../platform/jobs/jobs.ts'
import { runSendMail, sendMailJob } from '../../../platform/mail/mail.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { signInWithPassword } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { waitForLockContention } from '../../../test/stores/database.ts'
import {
  enableCallReady,
  importTestRegistry,
  placeCampaignOrder,
  placeConsumerOrder,
} from '../call-ready/call-orders.fixture.ts'
import { lockOrder } from '../orders.queries.ts'
import { expireOrders } from './expire-orders.ts'
import { runRefreshDnc } from './refresh-dnc.job.ts'

const day = 86_400_000

let portal: Portal
let mailWorker: Worker
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  await enableCallReady(portal)
  // The worker only sends mails; each test runs everything else itself.
  const { pool, services, mails } = portal
  const deliver = async (mail: (typeof mails)[number]) => void mails.push(mail)
  mailWorker = await startWorker({ pool, log: services.log, tasks: { [sendMailJob]: runSendMail(services, deliver) } })
})
afterAll(async () => {
  await mailWorker.stop()
  await portal.close()
})

type ConsumerOrder = Awaited<ReturnType<typeof placeConsumerOrder>>

const runExpiry = () => expireOrders(portal.services)
const advanceDays = (days: number) => portal.clock.advance(days * day)

/** Fetches the order after signing its owner in again, since the advanced clock has ended the session. */
async function fetchOrder({ owner, params }: Pick<ConsumerOrder, 'owner' | 'params'>) {
  const { as } = await signInWithPassword(portal, owner.email)
  const { body } = await as.call(privateOrders.get, { params })
  return { isExpired: body.isExpired, notices: body.notices.map(({ type }) => type) }
}

const waitForMails = async ({ owner }: { owner: { email: string } }, count: number) => {
  const mails = () => portal.mails.filter(({ to, subject }) => to === owner.email && !subject.endsWith('is ready'))
  await expect.poll(mails).toHaveLength(count)
  return mails()
}

test('an owner is notified once three days before expiry, and once when the order has expired', async () => {
  const order = await placeConsumerOrder(portal)
  advanceDays(26.9)
  await runExpiry()
  expect(await fetchOrder(order)).toEqual({ isExpired: false, notices: [] })
  advanceDays(0.2)
  await Promise.all([runExpiry(), runExpiry()])
  await runExpiry()
  expect(await fetchOrder(order)).toEqual({ isExpired: false, notices: ['EXPIRING'] })
  advanceDays(2.8)
  await runExpiry()
  expect((await fetchOrder(order)).isExpired).toBe(false)
  advanceDays(0.2)
  await Promise.all([runExpiry(), runExpiry()])
  await runExpiry()
  expect(await fetchOrder(order)).toEqual({ isExpired: true, notices: ['EXPIRED', 'EXPIRING'] })
  const mails = await waitForMails(order, 2)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringMatching(/^DNC check of To call expires on \w+ \d+, \d{4}$/),
    'DNC check of To call has expired',
  ])
  const { as } = await signInWithPassword(portal, order.owner.email)
  expect((await as.call(notifications.list)).body.items.map(({ kind }) => kind)).toEqual([
    'ORDER_EXPIRED',
    'ORDER_EXPIRING',
    'ORDER_READY',
  ])
  for (const { text } of mails) expect(text).toContain(`http://localhost:3000/portal/orders/${order.id}\n`)
  advanceDays(-30.1)
})

test("the mail about a campaign's order links to it in its campaign", async () => {
  const { owner, id, params } = await placeCampaignOrder(portal)
  advanceDays(28)
  await runExpiry()
  const [mail] = await waitForMails({ owner }, 1)
  expect(mail?.text).toContain(`/portal/campaigns/${params.campaignId}/orders/${id}\n`)
  expect(mail?.text).toContain('Hello Tess, the numbers of your order To call may be called until')
  advanceDays(-28)
})

test('of two concurrent workers one waits for the other and finds nothing to do', async () => {
  const order = await placeConsumerOrder(portal)
  advanceDays(31)
  const { both } = await inTransaction(portal.services, async ({ db }) => {
    await lockOrder(db, order.id)
    const both = Promise.all([runExpiry(), runExpiry()])
    await waitForLockContention(portal.db)
    return { both }
  })
  await both
  expect(await fetchOrder(order)).toEqual({ isExpired: true, notices: ['EXPIRED'] })
  await waitForMails(order, 1)
  advanceDays(-31)
})

test('expiry and mail commit together: if the mail cannot be queued, the order does not expire', async () => {
  const order = await placeConsumerOrder(portal)
  advanceDays(31)
  const { secrets } = portal.services
  const broken = { ...secrets, derive: () => Buffer.alloc(0) }
  await expireOrders({ ...portal.services, secrets: broken })
  // The order has expired by the clock, whether or not the job has recorded it.
  expect(await fetchOrder(order)).toEqual({ isExpired: true, notices: [] })
  await runExpiry()
  expect(await fetchOrder(order)).toEqual({ isExpired: true, notices: ['EXPIRED'] })
  await waitForMails(order, 1)
  advanceDays(-31)
})

test('an owner whose numbers were checked against an old registry is told of the early expiry and its reason', async () => {
  const fetched = new Date(portal.clock.now().getTime() - 30 * day).toISOString().slice(0, 10)
  await importTestRegistry(portal, [], fetched)
  const order = await placeConsumerOrder(portal)
  await runExpiry()
  const [mail] = await waitForMails(order, 1)
  const why = 'the copy of the national do-not-call registry that they were checked against counts for 31 days'
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(why)
  expect((await order.now()).notices).toMatchObject([{ type: 'EXPIRING', detail: expect.stringContaining(why) }])
  await importTestRegistry(portal, [])
})

test('after a new check an order is valid for thirty days, and its owner is notified again', async () => {
  const order = await placeConsumerOrder(portal)
  advanceDays(31)
  await runExpiry()
  await importTestRegistry(portal, [])
  const { as } = await signInWithPassword(portal, order.owner.email)
  expect((await as.call(privateOrders.refreshDnc, { params: order.params })).body.isExpired).toBe(true)
  await runRefreshDnc(portal.services)({ orderId: order.id })
  expect(await fetchOrder(order)).toEqual({ isExpired: false, notices: ['DNC_UNCHANGED', 'EXPIRED'] })
  advanceDays(29)
  await runExpiry()
  expect((await fetchOrder(order)).notices).toEqual(['EXPIRING', 'DNC_UNCHANGED', 'EXPIRED'])
  await waitForMails(order, 2)
  advanceDays(-60)
  await importTestRegistry(portal, [])
})

test('mail-ready orders, orders in progress and orders of closed accounts are not expired', async () => {
  const pending = await placeConsumerOrder(portal, { isDone: false })
  const gone = await placeConsumerOrder(portal)
  const { owner } = gone
  const draft = { orderName: 'Mail', campaignType: 'MAIL_READY' as const, quantity: 50 }
  const criteria = { location: { states: ['TN'] } }
  const { body: mail } = await owner.as.call(privateOrders.place, { body: { ...draft, criteria } })
  expect(mail.expiresAt).toBeUndefined()
  await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', owner.id).execute()
  advanceDays(31)
  await runExpiry()
  expect(await fetchOrder(pending)).toEqual({ isExpired: false, notices: [] })
  const { expiredAt } = await portal.db
    .selectFrom('orders')
    .select('expiredAt')
    .where('id', '=', gone.id)
    .executeTakeFirstOrThrow()
  expect(expiredAt).not.toBeNull()
  const mails = portal.mails.filter(({ to }) => to === owner.email || to === pending.owner.email)
  expect(mails.filter(({ subject }) => !subject.endsWith('is ready'))).toEqual([])
  advanceDays(-31)
})
