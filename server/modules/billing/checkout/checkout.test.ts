import { billing } from '@dooryard/contract/billing/billing'
import { afterAll, expect, test } from 'vitest'
import { actAsUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { advance, cardWithBehavior, payWith } from '../provider/sandbox/pay.fixture.ts'
import { requireSandboxProvider } from '../provider/sandbox/sandbox.fixture.ts'
import {
  buy,
  createTestCoupon,
  getCheckoutState,
  getInfo,
  growth,
  listCouponUses,
  listUserPayments,
  scale,
  smallPack,
  startPurchase,
} from './purchases.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const usd = (amount: number) => ({ amount, currency: 'USD' })

test('a paid pack grants its credits once, however often the user returns', async () => {
  const buyer = await user(portal)
  const { url, sessionId } = await startPurchase(buyer, { packId: smallPack })
  expect(await getCheckoutState(buyer, sessionId)).toMatchObject({
    kind: 'PACK',
    name: '500 credits',
    status: 'OPEN',
    total: usd(3500),
  })
  await payWith(portal, url)
  const states = await Promise.all([1, 2, 3].map(() => getCheckoutState(buyer, sessionId)))
  const payments = await listUserPayments(portal, buyer.id)
  expect(payments).toMatchObject([{ reason: 'PACK', status: 'PAID', amount: 3500 }])
  for (const state of states) expect(state).toMatchObject({ status: 'PAID', transactionId: payments[0]?.id })
  expect((await getInfo(buyer)).balance).toMatchObject({ onDemandCredits: 500 })
})

test('only calls with a coupon count as coupon attempts, including purchases', async () => {
  const buyer = await user(portal)
  const body = { packId: smallPack }
  const getLimit = async (call: Promise<{ headers: Headers }>) => (await call).headers.get('ratelimit') ?? ''
  const price = (couponCode?: string) =>
    getLimit(buyer.as.call(billing.price, { body: { ...body, ...(couponCode !== undefined && { couponCode }) } }))
  expect(await price()).not.toContain('coupon-code')
  expect(await price('')).not.toContain('coupon-code')
  const left = async (call: Promise<string>) => Number(/^"coupon-code";r=(\d+)/.exec(await call)?.[1])
  const first = await left(price('NONE'))
  expect(await left(price('NONE'))).toBe(first - 1)
  const bought = buyer.as.call(billing.checkout, { body: { ...body, couponCode: 'NONE' } })
  expect(await left(getLimit(bought))).toBe(first - 2)
  expect((await bought).status).toBe(422)
})

test('a paid plan shows its credits, next charge and card', async () => {
  const buyer = await user(portal)
  expect(await getInfo(buyer)).toMatchObject({ payments: 'SANDBOX', balance: { subscriptionCredits: 0 } })
  expect(await buy(portal, buyer, { planId: growth })).toMatchObject({
    kind: 'SUBSCRIPTION',
    name: 'Growth',
    status: 'PAID',
  })
  const before = await requireSandboxProvider(portal).now()
  const info = await getInfo(buyer)
  expect(info).toMatchObject({
    plan: { id: growth, name: 'Growth', monthlyCredits: 4000, price: usd(14_900) },
    subscription: { planName: 'Growth', status: 'ACTIVE', price: usd(14_900), cancelAtPeriodEnd: false },
    nextCharge: { amount: usd(14_900), at: info.subscription?.currentPeriodEnd },
    balance: { subscriptionCredits: 4000 },
    paymentMethod: { brand: 'visa', last4: '4242' },
    autoTopUp: { enabled: false, spentThisMonth: usd(0) },
  })
  expect(info.plans.map(({ name }) => name)).toEqual(['Starter', 'Growth', 'Scale'])
  expect(Date.parse(info.now)).toBeGreaterThanOrEqual(before.getTime())
  expect(Date.parse(info.now)).toBeLessThanOrEqual((await requireSandboxProvider(portal).now()).getTime())
})

test('the payment page returns to the screen it was opened from, with the checkout id', async () => {
  const buyer = await user(portal)
  const sessions = [
    { page: 'pay-as-you-go', ...(await startPurchase(buyer, { packId: smallPack })) },
    { page: 'billing', ...(await startPurchase(buyer, { planId: growth })) },
    { page: 'billing', ...(await buyer.as.call(billing.updatePaymentMethod)).body },
  ]
  for (const { page, url, sessionId } of sessions) {
    const back = `/portal/settings/${page}`
    expect((await payWith(portal, url)).body).toMatchObject({
      returnUrl: `${back}?checkout=${sessionId}`,
      cancelUrl: `${back}?cancelled=${sessionId}`,
    })
    expect(await getCheckoutState(buyer, sessionId)).toMatchObject({ status: 'PAID' })
  }
})

test('a price shows the coupon discount and the cost of later months', async () => {
  const buyer = await user(portal)
  const code = await createTestCoupon(portal)
  const plan = { planId: growth, couponCode: ` ${code.toLowerCase()} ` }
  expect(await buyer.as.call(billing.price, { body: plan })).toMatchObject({
    status: 200,
    body: {
      ...{ list: usd(14_900), discount: usd(2980), total: usd(11_920), renewal: usd(14_900) },
      ...{ credits: 4000, bonusCredits: 0, coupon: { code, says: '20% off' } },
    },
  })
  const { body: pack } = await buyer.as.call(billing.price, { body: { packId: smallPack } })
  expect(pack).toEqual({ list: usd(3500), discount: usd(0), total: usd(3500), credits: 500, bonusCredits: 0 })
  for (const body of [{ packId: smallPack, couponCode: 'NO-SUCH' }])
    expect(await buyer.as.call(billing.price, { body })).toMatchObject({ status: 422 })
  expect(await listCouponUses(portal, code)).toEqual([])
})

test('a coupon that leaves less than the minimum charge is refused', async () => {
  const buyer = await user(portal)
  const refused = { status: 422, body: { message: expect.stringContaining('This leaves $0.35 to pay') } }
  const body = { packId: smallPack, couponCode: await createTestCoupon(portal, { value: 99 }) }
  expect(await buyer.as.call(billing.price, { body })).toMatchObject(refused)
  expect(await buyer.as.call(billing.checkout, { body })).toMatchObject(refused)
  expect(await listCouponUses(portal, body.couponCode)).toEqual([])
  const free = { packId: smallPack, couponCode: await createTestCoupon(portal, { value: 100 }) }
  expect(await buyer.as.call(billing.price, { body: free })).toMatchObject({ status: 200, body: { total: usd(0) } })
})

test('a coupon is reserved for a purchase and redeemed once it is paid', async () => {
  const [buyer, other] = [await user(portal), await user(portal)]
  const code = await createTestCoupon(portal, { maxRedemptions: 1 })
  const { url, sessionId } = await startPurchase(buyer, { packId: smallPack, couponCode: code })
  expect(await listCouponUses(portal, code)).toEqual(['RESERVED'])
  const refused = await other.as.call(billing.checkout, { body: { packId: smallPack, couponCode: code } })
  expect(refused).toMatchObject({ status: 422, body: { message: 'This coupon has reached its limit.' } })
  await payWith(portal, url)
  expect(await getCheckoutState(buyer, sessionId)).toMatchObject({ status: 'PAID', total: usd(2800) })
  expect(await listCouponUses(portal, code)).toEqual(['REDEEMED'])
  expect(await listUserPayments(portal, buyer.id)).toMatchObject([{ amount: 2800, discount: 700 }])
})

test('a user who abandons a checkout and buys again keeps the coupon, and the abandoned page cannot be paid', async () => {
  const buyer = await user(portal)
  const code = await createTestCoupon(portal)
  const purchase = { packId: smallPack, couponCode: code }
  const left = await startPurchase(buyer, purchase)
  expect(await buyer.as.call(billing.price, { body: purchase })).toMatchObject({
    status: 200,
    body: { total: usd(2800) },
  })
  const again = await startPurchase(buyer, purchase)
  expect(await payWith(portal, left.url)).toMatchObject({ status: 409 })
  expect(await getCheckoutState(buyer, left.sessionId)).toMatchObject({ status: 'EXPIRED' })
  await payWith(portal, again.url)
  expect(await getCheckoutState(buyer, again.sessionId)).toMatchObject({ status: 'PAID', total: usd(2800) })
  expect(await listCouponUses(portal, code)).toEqual(['RELEASED', 'REDEEMED'])
  expect(await buyer.as.call(billing.checkout, { body: purchase })).toMatchObject({ status: 422 })
})

test('a purchase paid before it is started again has used the coupon', async () => {
  const buyer = await user(portal)
  const code = await createTestCoupon(portal)
  const purchase = { packId: smallPack, couponCode: code }
  const { url, sessionId } = await startPurchase(buyer, purchase)
  await payWith(portal, url)
  expect(await buyer.as.call(billing.checkout, { body: purchase })).toMatchObject({ status: 422 })
  expect(await getCheckoutState(buyer, sessionId)).toMatchObject({ status: 'PAID' })
})

test('of ten purchases started at once with a coupon, one can be paid at its price', async () => {
  const buyer = await user(portal)
  const code = await createTestCoupon(portal)
  const call = () => buyer.as.call(billing.checkout, { body: { packId: smallPack, couponCode: code } })
  const replies = await Promise.all(Array.from({ length: 10 }, call))
  for (const { status } of replies) expect([201, 409, 422]).toContain(status)
  const started = replies.filter(({ status }) => status === 201)
  const paid = await Promise.all(started.map(({ body }) => payWith(portal, body.url)))
  expect(paid.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  for (const { body } of started) await getCheckoutState(buyer, body.sessionId)
  expect((await listUserPayments(portal, buyer.id)).length).toBeLessThanOrEqual(1)
  expect((await listCouponUses(portal, code)).filter((status) => status === 'REDEEMED').length).toBeLessThanOrEqual(1)
})

test('a free purchase goes the same way', async () => {
  const buyer = await user(portal)
  const code = await createTestCoupon(portal, { value: 100 })
  expect(await buy(portal, buyer, { planId: growth, couponCode: code })).toMatchObject({
    status: 'PAID',
    total: usd(0),
  })
  expect(await getInfo(buyer)).toMatchObject({
    nextCharge: { amount: usd(14_900) },
    balance: { subscriptionCredits: 4000 },
  })
  expect(await listCouponUses(portal, code)).toEqual(['REDEEMED'])
})

test('a subscriber who buys a plan is told to change the plan instead', async () => {
  const buyer = await user(portal)
  await buy(portal, buyer, { planId: growth })
  expect(await buyer.as.call(billing.checkout, { body: { planId: scale } })).toMatchObject({
    status: 409,
    body: { message: 'You already have a subscription. Change its plan instead.' },
  })
  expect(await buyer.as.call(billing.checkout, { body: { packId: smallPack } })).toMatchObject({ status: 201 })
})

test("nobody sees another user's purchase, and an impersonating administrator cannot buy", async () => {
  const [buyer, other, admin] = [await user(portal), await user(portal), await user(portal, { role: 'SUPER_ADMIN' })]
  const { sessionId } = await startPurchase(buyer, { packId: smallPack })
  for (const { as } of [other, admin])
    expect(await as.call(billing.checkoutState, { params: { sessionId } })).toMatchObject({ status: 404 })
  const acting = await actAsUser(portal, admin, buyer.id)
  const { body } = { body: { packId: smallPack } }
  expect(await acting.as.call(billing.price, { body })).toMatchObject({ status: 200 })
  expect(await acting.as.call(billing.checkout, { body })).toMatchObject({ status: 403 })
  expect(await acting.as.call(billing.updatePaymentMethod)).toMatchObject({ status: 403 })
  expect(await acting.as.call(billing.cancel, { body: {} })).toMatchObject({ status: 403 })
})

test('the same Idempotency-Key starts one purchase', async () => {
  const buyer = await user(portal)
  const call = { body: { packId: smallPack }, headers: { 'idempotency-key': 'one-click' } }
  const replies = await Promise.all([1, 2].map(() => buyer.as.call(billing.checkout, call)))
  const again = await buyer.as.call(billing.checkout, call)
  expect(again.status).toBe(201)
  for (const { status, body } of replies) expect(status === 201 ? body : again.body).toEqual(again.body)
  const rows = portal.db.selectFrom('checkouts').select('id').where('userId', '=', buyer.id)
  expect(await rows.execute()).toHaveLength(1)
})

test('a page opened after the demo clock was advanced can be paid', async () => {
  await advance(portal, 40)
  const buyer = await user(portal)
  expect(await buy(portal, buyer, { packId: smallPack })).toMatchObject({ status: 'PAID' })
})

test('a declined card leaves the purchase open for another card', async () => {
  const buyer = await user(portal)
  const { url, sessionId } = await startPurchase(buyer, { planId: growth })
  expect(await payWith(portal, url, cardWithBehavior('DECLINED'))).toMatchObject({ status: 422 })
  expect(await getCheckoutState(buyer, sessionId)).toMatchObject({ status: 'OPEN' })
  expect((await getInfo(buyer)).subscription).toBeUndefined()
  await payWith(portal, url)
  expect(await getCheckoutState(buyer, sessionId)).toMatchObject({ status: 'PAID' })
})

test('the audit log records a started purchase', async () => {
  const buyer = await user(portal)
  const { sessionId } = await startPurchase(buyer, { planId: growth })
  const { body: card } = await buyer.as.call(billing.updatePaymentMethod)
  const entries = portal.db.selectFrom('auditLog').select(['action', 'actorId', 'after']).orderBy('id')
  expect(await entries.where('objectId', 'in', [sessionId, card.sessionId]).execute()).toEqual([
    {
      action: 'checkout.started',
      actorId: buyer.id,
      after: { kind: 'SUBSCRIPTION', name: 'Growth', total: 14_900, currency: 'USD' },
    },
    { action: 'payment_method.requested', actorId: buyer.id, after: null },
  ])
})

test('the payment page and the way back are under the address that the buyer came from, if it is one of ours', async () => {
  const buyer = await user(portal)
  const { host } = new URL(portal.url)
  const startFrom = async (origin: string) => {
    const { body } = await buyer.as.call(billing.checkout, { body: { packId: smallPack }, headers: { origin } })
    const id = new URL(body.url).searchParams.get('session') ?? ''
    const { body: paid } = await payWith(portal, body.url)
    return { from: new URL(body.url).origin, id, paid }
  }
  const local = 'http://127.0.0.1:3000'
  expect(await startFrom(local)).toMatchObject({ from: local })
  for (const foreign of ['https://evil.test', 'http://127.0.0.1.evil.test:3000', `http://evil.test/${host}`])
    expect(await startFrom(foreign)).toMatchObject({ from: 'http://localhost:3000' })
})
