import { billing } from '@dooryard/contract/billing/billing'
import { paymentEvents } from '@dooryard/contract/billing/payments'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../../../platform/util/ids.ts'
import { anonymousCaller, type TestUser, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { getBalance } from '../../../credits/index.ts'
import {
  countCharges,
  createPayer,
  hasJob,
  listTopUpPayments,
  packCredits,
  setOnDemandBalance,
  setTopUp,
} from '../../auto-top-up/auto-top-up.fixture.ts'
import { advance, cardWithBehavior, payWith } from './pay.fixture.ts'
import { createTestCheckout, createTestCustomer, growthItem, listEvents } from './sandbox.fixture.ts'
import { sandboxTasks } from './sandbox.job.ts'
import { signatureHeader, signEvent } from './sign-event.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

describe('a subscription in the sandbox', () => {
  const growth = { planId: '00000000-0000-7000-8000-000000000102' }

  const getBillingInfo = async ({ as }: TestUser) => (await as.call(billing.info)).body
  const getCreditHistory = async ({ as }: TestUser) => {
    const { body } = await as.call(billing.transactions, { body: {} })
    return body.items.map(({ status, amount, creditsGranted }) => [status, amount, creditsGranted])
  }

  async function subscriber(does: Parameters<typeof cardWithBehavior>[0]): Promise<TestUser> {
    const buyer = await user(portal)
    const { status, body } = await buyer.as.call(billing.checkout, { body: growth })
    expect(status).toBe(201)
    expect((await payWith(portal, body.url, cardWithBehavior(does))).body.returnUrl).toMatch(
      /^\/portal\/settings\/billing/,
    )
    await expect.poll(async () => (await getBillingInfo(buyer)).subscription?.status).toBe('ACTIVE')
    return buyer
  }

  test('a subscriber is renewed as time goes by, and sees each month in the history', async () => {
    const buyer = await subscriber('SUCCEEDS')
    expect(await getBillingInfo(buyer)).toMatchObject({
      plan: { name: 'Growth' },
      balance: { subscriptionCredits: 4000 },
    })
    await advance(portal, 93)
    const paid = ['PAID', 14_900, 4000]
    await expect.poll(() => getCreditHistory(buyer)).toEqual([paid, paid, paid, paid])
    // A renewal keeps at most one month of credits, so two months are the maximum.
    expect((await getBillingInfo(buyer)).balance.subscriptionCredits).toBe(8000)
  })

  test('a subscriber whose payment fails is past due, and active again with another card', async () => {
    const buyer = await subscriber('FAILS_AT_RENEWAL')
    await advance(portal, 31)
    await expect.poll(async () => (await getBillingInfo(buyer)).subscription?.status).toBe('PAST_DUE')
    const { status, body } = await buyer.as.call(billing.updatePaymentMethod)
    expect(status).toBe(201)
    await payWith(portal, body.url)
    await expect.poll(async () => (await getBillingInfo(buyer)).subscription?.status).toBe('ACTIVE')
    expect(await getBillingInfo(buyer)).toMatchObject({
      paymentMethod: { last4: '4242' },
      balance: { subscriptionCredits: 8000 },
    })
    expect(await getCreditHistory(buyer)).toEqual([
      ['PAID', 14_900, 4000],
      ['PAID', 14_900, 4000],
    ])
  })
})

describe('sandbox events', () => {
  const received = (customerId: string) =>
    portal.db
      .selectFrom('paymentEvents')
      .select(['provider', 'type', 'objectKind', 'objectId'])
      .where('customerId', '=', customerId)
      .orderBy('type')
      .execute()

  test('each change in the sandbox is reported to the portal once', async () => {
    const customerId = await createTestCustomer(portal)
    const { id, url } = await createTestCheckout(portal, customerId, growthItem)
    const { status } = await payWith(portal, url)
    expect(status).toBe(200)
    await expect.poll(() => received(customerId)).toHaveLength(4)
    expect(await received(customerId)).toMatchObject([
      { provider: 'SANDBOX', type: 'checkout.paid', objectKind: 'CHECKOUT', objectId: id },
      { type: 'customer.card_changed', objectKind: 'OTHER', objectId: customerId },
      { type: 'invoice.paid', objectKind: 'INVOICE' },
      { type: 'subscription.created', objectKind: 'SUBSCRIPTION' },
    ])
    await expect.poll(() => listEvents(portal, customerId)).toEqual([])
  })

  test('an event of an unused sandbox is dropped, and an unknown one is retried', async () => {
    const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }
    const services = { ...portal.services, ...portal.billing }
    const deliver = (provider: typeof services.provider) =>
      sandboxTasks({ ...services, provider })['deliver-sandbox-event']?.({ text: '{}' }, run)
    await deliver(null)
    await expect(deliver(services.provider)).rejects.toMatchObject({ code: 'VALIDATION' })
  })
})

describe('an event of the sandbox', () => {
  const send = (text: string, headers: Record<string, string>) =>
    anonymousCaller(portal).call(paymentEvents.receive, { body: text, headers })

  const isStored = async (id: string) => {
    const events = portal.db.selectFrom('paymentEvents').select('id').where('id', '=', id)
    return (await events.execute()).length > 0
  }

  /** An event as the sandbox sends it, at an instant of its clock. */
  function signedBySandbox(aheadSeconds = 0) {
    const id = `evt_${newId()}`
    const object = { kind: 'PAYMENT', id: 'py_none' }
    const text = JSON.stringify({
      id,
      type: 'it.changed',
      created: new Date().toISOString(),
      data: { object },
    })
    const now = () => new Date(portal.clock.now().getTime() + aheadSeconds * 1000)
    return { id, text, signature: signEvent({ ...portal.services, clock: { now } }, text) }
  }

  test.each([
    { is: '301 s old', by: -301, status: 400 },
    { is: '301 s ahead', by: 301, status: 400 },
    { is: '300 s old', by: -300, status: 200 },
    { is: '300 s ahead', by: 300, status: 200 },
  ])('an event that is $is gets $status', async ({ by, status }) => {
    // Freeze the clock at a whole second, the precision of signatures, or the event would be older on arrival.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    vi.setSystemTime(Date.now() - (portal.clock.now().getTime() % 1000))
    const { id, text, signature } = signedBySandbox(by)
    const reply = await send(text, { [signatureHeader]: signature })
    expect(reply.status).toBe(status)
    expect(await isStored(id)).toBe(status === 200)
  })

  test('an event with one changed letter is refused and not stored', async () => {
    const { id, text, signature } = signedBySandbox()
    const { status } = await send(text.replace('py_none', 'py_nine'), { [signatureHeader]: signature })
    expect(status).toBe(400)
    expect(await isStored(id)).toBe(false)
  })
})

describe('automatic top-up', () => {
  const getCredits = async (userId: string) => (await getBalance(portal.db, userId)).onDemandCredits
  const soon = { interval: 100, timeout: 30_000 }

  test('the worker tops up a low balance, and the buyer gets the receipt', async () => {
    const owner = await createPayer(portal)
    await setTopUp(owner)
    await setOnDemandBalance(portal, owner.id, 40)
    await vi.waitFor(async () => expect(await getCredits(owner.id)).toBe(40 + packCredits), soon)
    const [bought] = await listTopUpPayments(portal, owner.id)
    await vi.waitFor(() => {
      const receipts = portal.mails.filter(({ to, subject }) => to === owner.email && subject.includes('receipt'))
      expect(receipts.map(({ subject }) => subject).join()).toContain(bought?.invoiceNumber)
    }, soon)
    expect(await countCharges(portal, owner.id)).toBe(1)
  })

  test('a declined card is reported by mail, once', async () => {
    const owner = await createPayer(portal, 'FAILS_AT_RENEWAL')
    await setTopUp(owner)
    await setOnDemandBalance(portal, owner.id, 40)
    const sent = () => portal.mails.filter(({ to, subject }) => to === owner.email && subject.includes('switched off'))
    await vi.waitFor(() => expect(sent()).toHaveLength(1), soon)
    await setOnDemandBalance(portal, owner.id, 30)
    // A queued job exists until it has run.
    await expect.poll(() => hasJob(portal, owner.id)).toBe(false)
    expect(await countCharges(portal, owner.id)).toBe(1)
    expect(sent()[0]?.text).toMatch(/declined/i)
  })
})
