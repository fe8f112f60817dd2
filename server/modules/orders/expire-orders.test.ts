import { privateOrders } from '@dooryard/contract/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker, type Worker } from '../../platform/jobs.ts'
import { runSendMail, sendMailJob } from '../../platform/mail/mail.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { somebodyWaits } from '../../test/database.ts'
import { signedIn } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { campaignsOrder, consumersOrder, offerCalls, registryOf } from './call-orders.fixture.ts'
import { expireOrders } from './expire-orders.ts'
import { lockOrder } from './orders.queries.ts'
import { runRefreshDnc } from './refresh-dnc.job.ts'

const day = 86_400_000

let portal: Portal
let postman: Worker
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  await offerCalls(portal)
  // Mails are sent, and nothing else is worked on: each test takes the worker's place.
  const { pool, services, mails } = portal
  const deliver = async (mail: (typeof mails)[number]) => void mails.push(mail)
  postman = await startWorker({ pool, log: services.log, tasks: { [sendMailJob]: runSendMail(services, deliver) } })
})
afterAll(async () => {
  await postman.stop()
  await portal.close()
})

type Order = Awaited<ReturnType<typeof consumersOrder>>

const expire = () => expireOrders(portal.services)
const later = (days: number) => portal.clock.advance(days * day)

/** As it is after its owner has signed in again, which the clock that was set on asks for. */
async function nowOf({ owner, params }: Pick<Order, 'owner' | 'params'>) {
  const { as } = await signedIn(portal, owner.email)
  const { body } = await as.call(privateOrders.get, { params })
  return { isExpired: body.isExpired, notices: body.notices.map(({ type }) => type) }
}

const mailsTo = async ({ owner }: { owner: { email: string } }, count: number) => {
  const mails = () => portal.mails.filter(({ to }) => to === owner.email)
  await expect.poll(mails).toHaveLength(count)
  return mails()
}

test('an owner is told three days before, once, and again when the order has expired, once', async () => {
  const order = await consumersOrder(portal)
  later(26.9)
  await expire()
  expect(await nowOf(order)).toEqual({ isExpired: false, notices: [] })
  later(0.2)
  await Promise.all([expire(), expire()])
  await expire()
  expect(await nowOf(order)).toEqual({ isExpired: false, notices: ['EXPIRING'] })
  later(2.8)
  await expire()
  expect((await nowOf(order)).isExpired).toBe(false)
  later(0.2)
  await Promise.all([expire(), expire()])
  await expire()
  expect(await nowOf(order)).toEqual({ isExpired: true, notices: ['EXPIRED', 'EXPIRING'] })
  const mails = await mailsTo(order, 2)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringMatching(/^The numbers of To call are good until \w+ \d+, \d{4}$/),
    'The numbers of To call must be checked again',
  ])
  for (const { text } of mails) expect(text).toContain(`http://localhost:3000/portal/orders/${order.id}\n`)
  later(-30.1)
})

test("the mail about a campaign's order leads to where it stands there", async () => {
  const { owner, id, params } = await campaignsOrder(portal)
  later(28)
  await expire()
  const [mail] = await mailsTo({ owner }, 1)
  expect(mail?.text).toContain(`/portal/campaigns/${params.campaignId}/orders/${id}\n`)
  expect(mail?.text).toContain('Hello Tess, the numbers of your order To call may be called until')
  later(-28)
})

test('of two workers at once one waits for the other, and finds it done', async () => {
  const order = await consumersOrder(portal)
  later(31)
  const { both } = await inTransaction(portal.services, async ({ db }) => {
    await lockOrder(db, order.id)
    const both = Promise.all([expire(), expire()])
    await somebodyWaits(portal.db)
    return { both }
  })
  await both
  expect(await nowOf(order)).toEqual({ isExpired: true, notices: ['EXPIRED'] })
  await mailsTo(order, 1)
  later(-31)
})

test('what is noted and what is mailed are one: where the mail cannot be queued, the order is not expired either', async () => {
  const order = await consumersOrder(portal)
  later(31)
  const { secrets } = portal.services
  const broken = { ...secrets, derive: () => Buffer.alloc(0) }
  await expireOrders({ ...portal.services, secrets: broken })
  // By the clock it has expired, whoever has noted it.
  expect(await nowOf(order)).toEqual({ isExpired: true, notices: [] })
  await expire()
  expect(await nowOf(order)).toEqual({ isExpired: true, notices: ['EXPIRED'] })
  await mailsTo(order, 1)
  later(-31)
})

test('an owner whose numbers were checked against a copy of long ago is told of its end, and why it is so soon', async () => {
  const fetched = new Date(portal.clock.now().getTime() - 30 * day).toISOString().slice(0, 10)
  await registryOf(portal, [], fetched)
  const order = await consumersOrder(portal)
  await expire()
  const [mail] = await mailsTo(order, 1)
  const why = 'the copy of the national do-not-call registry that they were checked against counts for 31 days'
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(why)
  expect((await order.now()).notices).toMatchObject([{ type: 'EXPIRING', detail: expect.stringContaining(why) }])
  await registryOf(portal, [])
})

test('after a new check an order is good for thirty days, and its owner is told of their end as well', async () => {
  const order = await consumersOrder(portal)
  later(31)
  await expire()
  await registryOf(portal, [])
  const { as } = await signedIn(portal, order.owner.email)
  expect((await as.call(privateOrders.refreshDnc, { params: order.params })).body.isExpired).toBe(true)
  await runRefreshDnc(portal.services)({ orderId: order.id })
  expect(await nowOf(order)).toEqual({ isExpired: false, notices: ['DNC_REFRESHED', 'EXPIRED'] })
  later(29)
  await expire()
  expect((await nowOf(order)).notices).toEqual(['EXPIRING', 'DNC_REFRESHED', 'EXPIRED'])
  await mailsTo(order, 2)
  later(-60)
  await registryOf(portal, [])
})

test('orders to mail, orders under way and owners who have gone are left alone', async () => {
  const pending = await consumersOrder(portal, { isDone: false })
  const gone = await consumersOrder(portal)
  const { owner } = gone
  const draft = { orderName: 'Mail', campaignType: 'MAIL_READY' as const, quantity: 50 }
  const criteria = { location: { states: ['TN'] } }
  const { body: mail } = await owner.as.call(privateOrders.place, { body: { ...draft, criteria } })
  expect(mail.expiresAt).toBeUndefined()
  await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', owner.id).execute()
  later(31)
  await expire()
  expect(await nowOf(pending)).toEqual({ isExpired: false, notices: [] })
  const { expiredAt } = await portal.db
    .selectFrom('orders')
    .select('expiredAt')
    .where('id', '=', gone.id)
    .executeTakeFirstOrThrow()
  expect(expiredAt).not.toBeNull()
  expect(portal.mails.filter(({ to }) => to === owner.email || to === pending.owner.email)).toEqual([])
  later(-31)
})
