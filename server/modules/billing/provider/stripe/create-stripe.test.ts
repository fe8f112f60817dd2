import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { refusedTaxId } from './api-calls.fixture.ts'
import { createStripe } from './create-stripe.ts'
import { testKeys } from './fake-stripe.fixture.ts'
import { createTestShop, growth, monthlyItem, pack, starter } from './test-shop.fixture.ts'

const shop = createTestShop()

const posts = (path: string) =>
  shop.stripe.requests.filter((request) => request.method === 'POST' && request.path === path)
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('customers', () => {
  test('a user is the same customer, concurrently, repeatedly and after Stripe has forgotten the key', async () => {
    const person = { userId: randomUUID(), email: 'same@example.com', name: 'Ada Example' }
    const ids = await Promise.all([shop.provider.createCustomer(person), shop.provider.createCustomer(person)])
    shop.stripe.clearIdempotencyKeys()
    ids.push(await shop.provider.createCustomer(person))
    expect(new Set(ids).size).toBe(1)
    expect(await shop.provider.paymentMethod(ids[0] ?? '')).toBeUndefined()
  })

  test('a user whose email changed meanwhile is still the same customer', async () => {
    const userId = randomUUID()
    const before = await shop.provider.createCustomer({ userId, email: 'before@example.com', name: 'Ada' })
    const after = await shop.provider.createCustomer({ userId, email: 'after@example.com', name: 'Ada Lovelace' })
    expect(after).toBe(before)
    expect(shop.stripe.state.find('customer', after)).toMatchObject({
      email: 'after@example.com',
      metadata: { userId },
    })
  })

  test('a customer has the billing details that were sent last, and one tax id', async () => {
    const id = await shop.customer()
    const details = {
      name: 'Sampleton LLC',
      street: '12 Oak Lane',
      city: 'Franklin',
      state: 'TN',
      country: 'US',
    } as const
    const send = (taxId?: string) =>
      shop.provider.updateCustomer(id, {
        ...details,
        postalCode: '37064',
        ...(taxId && { taxIdType: 'US_EIN', taxId }),
      })
    const listTaxIds = () =>
      shop.stripe.state
        .all<{ id: string; object: string; customer: string; value: string }>('tax_id')
        .filter(({ customer }) => customer === id)
    await send('123456789')
    await send('123456789')
    await send('987654321')
    expect(listTaxIds()).toMatchObject([{ type: 'us_ein', value: '98-7654321' }])
    expect(shop.stripe.state.find('customer', id)).toMatchObject({
      name: 'Sampleton LLC',
      address: { line1: '12 Oak Lane', line2: '', city: 'Franklin', state: 'TN', postal_code: '37064', country: 'US' },
    })
    expect(await failure(send(refusedTaxId.replace('-', '')))).toMatchObject({ code: 'UNPROCESSABLE' })
    expect(listTaxIds()).toMatchObject([{ value: '98-7654321' }])
    await send()
    expect(listTaxIds()).toEqual([])
    await send('123456789')
    await shop.provider.clearCustomer(id, { name: 'Ada Example' })
    expect(listTaxIds()).toEqual([])
    const customer = { name: 'Ada Example', address: '', email: expect.stringContaining('@') }
    expect(shop.stripe.state.find('customer', id)).toMatchObject(customer)
    await shop.provider.clearCustomer(id)
    expect(shop.stripe.state.find('customer', id)).toMatchObject({ name: '', address: '', email: '' })
  })

  test('another user is another customer', async () => {
    expect(await shop.customer()).not.toBe(await shop.customer())
  })
})

describe('purchases on Stripe’s page', () => {
  test('any number of credits is named as bought', async () => {
    const { id, checkout } = await shop.begin({ kind: 'PACK', name: '1,250 credits', price: 8750, currency: 'USD' })
    shop.stripe.pay(id)
    const { paymentId = '' } = await shop.provider.checkout(id)
    expect(await shop.provider.payment(paymentId)).toMatchObject({
      status: 'PAID',
      amount: 8750,
      checkoutId: checkout.checkoutId,
    })
    expect(shop.stripe.sessionRequests.get(id)?.line_items).toEqual([
      { quantity: 1, price_data: { currency: 'usd', product_data: { name: '1,250 credits' }, unit_amount: 8750 } },
    ])
  })

  test('a plan is paid monthly, and its subscription and invoice name the plan', async () => {
    const { id, url, checkout } = await shop.begin(monthlyItem(growth))
    expect(url).toContain(id)
    expect(await shop.provider.checkout(id)).toMatchObject({
      status: 'OPEN',
      kind: 'SUBSCRIPTION',
      checkoutId: checkout.checkoutId,
    })
    shop.stripe.pay(id)
    const paid = await shop.provider.checkout(id)
    expect(paid).toMatchObject({ status: 'PAID', customerId: checkout.customerId })
    const subscription = await shop.provider.subscription(paid.subscriptionId ?? '')
    expect(subscription).toMatchObject({
      status: 'ACTIVE',
      plan: growth,
      cancelAtPeriodEnd: false,
      checkoutId: checkout.checkoutId,
    })
    const invoice = await shop.provider.invoice(paid.invoiceId ?? '')
    expect(invoice).toMatchObject({
      reason: 'FIRST',
      status: 'PAID',
      plan: growth,
      amount: 14_900,
      discount: 0,
      currency: 'USD',
    })
    expect(invoice.paymentRef).toMatch(/^pi_/)
    expect(invoice).toMatchObject({ periodStart: subscription.periodStart, periodEnd: subscription.periodEnd })
    expect(await shop.provider.paymentMethod(checkout.customerId)).toEqual({
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2031,
    })
  })

  test('a pack with a coupon costs the rest, once', async () => {
    const { id, checkout } = await shop.begin(pack, 700)
    shop.stripe.pay(id)
    const { paymentId = '' } = await shop.provider.checkout(id)
    const payment = await shop.provider.payment(paymentId)
    expect(payment).toMatchObject({ status: 'PAID', amount: 2800, currency: 'USD', checkoutId: checkout.checkoutId })
    expect(posts('/v1/coupons').at(-1)?.params).toMatchObject({
      amount_off: 700,
      currency: 'usd',
      duration: 'once',
      max_redemptions: 1,
    })
    expect(posts('/v1/checkout/sessions').at(-1)?.params).toMatchObject({
      payment_intent_data: { setup_future_usage: 'off_session' },
    })
  })

  test('a plan whose first month is free still requires a card', async () => {
    const { invoiceId, customerId } = await shop.subscriber(starter, { discount: 4900 })
    const free = await shop.provider.invoice(invoiceId)
    expect(free).toMatchObject({ status: 'PAID', amount: 0, discount: 4900 })
    expect(free).not.toHaveProperty('paymentRef')
    expect(await shop.provider.paymentMethod(customerId)).toBeDefined()
  })

  test('a free pack has no payment', async () => {
    const { id } = await shop.begin(pack, 3500)
    shop.stripe.pay(id)
    const paid = await shop.provider.checkout(id)
    expect(paid).toMatchObject({ status: 'PAID', kind: 'PACK' })
    expect(paid.paymentId).toBeUndefined()
  })

  test('requested twice, there is one session and one coupon', async () => {
    const checkout = shop.draft(await shop.customer(), pack, 100)
    const both = await Promise.all([shop.provider.createCheckout(checkout), shop.provider.createCheckout(checkout)])
    expect(both[1]).toEqual(both[0])
    expect(shop.stripe.state.all('checkout.session').filter((one) => both[0]?.id === one.id)).toHaveLength(1)
  })

  test('a lost response does not cause a second purchase', async () => {
    const checkout = shop.draft(await shop.customer(), pack)
    await shop.provider.createCheckout({ ...checkout, checkoutId: randomUUID() })
    const before = shop.stripe.state.all('checkout.session').length
    Object.assign(shop.stripe.failures, { status: 'silence', after: true })
    await shop.provider.createCheckout(checkout)
    expect(shop.stripe.state.all('checkout.session')).toHaveLength(before + 1)
  })

  test('an amount below Stripe’s minimum gives a message, not a failure', async () => {
    const error = await failure(shop.begin(pack, 3480))
    expect(error).toMatchObject({ code: 'UNPROCESSABLE', message: 'This amount is too small to be charged.' })
  })

  test('a card declined on the page ends nothing: the next one may pay', async () => {
    const { id } = await shop.begin(pack)
    const declined = shop.stripe.declineOnPage(id)
    expect(await shop.provider.payment(declined.id)).toMatchObject({ status: 'PENDING' })
    expect(await shop.provider.checkout(id)).toMatchObject({ status: 'OPEN' })
    shop.stripe.pay(id)
    expect(await shop.provider.checkout(id)).toMatchObject({ status: 'PAID' })
  })

  test('a session expires once; a paid one stays paid', async () => {
    const open = await shop.begin(pack)
    await shop.provider.expireCheckout(open.id)
    await shop.provider.expireCheckout(open.id)
    expect(await shop.provider.checkout(open.id)).toMatchObject({ status: 'EXPIRED' })
    const paid = await shop.begin(pack)
    shop.stripe.pay(paid.id)
    await shop.provider.expireCheckout(paid.id)
    expect(await shop.provider.checkout(paid.id)).toMatchObject({ status: 'PAID' })
  })

  test('a renamed plan is one product with its new name', async () => {
    await shop.begin(monthlyItem({ ...starter, name: 'Beginner' }))
    await shop.begin(monthlyItem(starter))
    const products = shop.stripe.state.all('product').filter(({ id }) => id.endsWith(starter.planId))
    expect(products).toMatchObject([{ name: 'Starter' }])
  })
})

describe('when Stripe fails', () => {
  test.each([500, 503, 429, 'silence'] as const)('%s gives a message to try again', async (status) => {
    const impatient = createStripe({ ...testKeys, apiUrl: shop.stripe.url, clock: shop.clock, retries: 0 })
    Object.assign(shop.stripe.failures, { status, after: false })
    const error = await failure(impatient.subscription('sub_1'))
    shop.stripe.failures.status = undefined
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('try again') })
  })

  test('a wrong key is unavailable, and the message contains nothing of it', async () => {
    const { clock } = shop
    const wrong = createStripe({ ...testKeys, secretKey: 'sk_test_wrongFictionalKey', apiUrl: shop.stripe.url, clock })
    const error = await failure(wrong.subscription('sub_1'))
    expect(error).toMatchObject({ code: 'UNAVAILABLE' })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/sk_test|ests|FictionalKey/)
  })

  test('an object unknown to Stripe is not found', async () => {
    for (const call of [
      shop.provider.subscription('sub_none'),
      shop.provider.invoice('in_none'),
      shop.provider.payment('pi_none'),
      shop.provider.checkout('cs_none'),
    ])
      expect(await failure(call)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await shop.provider.listInvoices('sub_none')).toEqual([])
  })

  test('the provider uses the portal’s clock', async () => {
    const clock = { now: () => new Date('2026-11-02T09:30:00Z') }
    expect(await createStripe({ ...testKeys, apiUrl: shop.stripe.url, clock }).now()).toEqual(clock.now())
  })
})
