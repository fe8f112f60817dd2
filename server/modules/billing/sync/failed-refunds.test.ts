import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import type { RefundState } from '../provider/provider.ts'
import { completeCheckout } from './complete-checkout.ts'
import { createBillingTestContext, createBuyer, growth, listMailSubjects, payTestCheckout } from './sync.fixture.ts'
import { syncPayment } from './sync-payment.ts'
import { syncInvoice } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const context = createBillingTestContext(portal)
const admin = await user(portal, { role: 'SUPER_ADMIN' })
const { payments, invoices } = context.fake

/** Administrators' mails about what is done, by their subjects. */
async function listMailsAfter(act: () => Promise<unknown>): Promise<string[]> {
  const before = (await listMailSubjects(context, admin.email)).length
  await act()
  return (await listMailSubjects(context, admin.email)).slice(before)
}

type Change = RefundState & { status?: 'PAID' | 'REFUNDED' }
/** Changes what the provider says of a payment, and syncs it more than once. */
const report = async (found: object | undefined, change: Change, sync: () => Promise<void>) => {
  Object.assign(found ?? {}, change)
  for (const _ of [1, 2, 3]) await sync()
}

async function buyPack() {
  const { checkoutId, paymentId } = await payTestCheckout(context, await createBuyer(context), {
    pack: { credits: 500, price: 3500 },
  })
  await completeCheckout(context.services, checkoutId)
  return (change: Change) => report(payments.get(paymentId), change, () => syncPayment(context.services, paymentId))
}

const failed = [expect.stringMatching(/^A refund failed: DY-/)]

test('a recorded refund that fails later is reported to administrators once, in parts or in full', async () => {
  const part = await buyPack()
  await part({ wentBack: 1000 })
  expect(await listMailsAfter(() => part({ wentBack: 0 }))).toEqual(failed)
  expect(await listMailsAfter(() => part({ wentBack: 1000 }))).toEqual([])
  const whole = await buyPack()
  await whole({ status: 'REFUNDED' })
  expect(await listMailsAfter(() => whole({ status: 'PAID', wentBack: 0 }))).toEqual(failed)
})

test('so is that of an invoice, and a won dispute is none', async () => {
  const { checkoutId, invoiceId } = await payTestCheckout(context, await createBuyer(context), { plan: growth })
  await completeCheckout(context.services, checkoutId)
  const month = (change: Change) =>
    report(invoices.get(invoiceId), change, () => syncInvoice(context.services, invoiceId))
  await month({ wentBack: 2000 })
  expect(await listMailsAfter(() => month({ wentBack: 500 }))).toEqual(failed)
  const disputed = await buyPack()
  await disputed({ status: 'REFUNDED', dispute: 'TAKEN' })
  expect(await listMailsAfter(() => disputed({ status: 'PAID', dispute: 'WON', wentBack: 0 }))).toEqual([
    expect.stringMatching(/^A dispute was won/),
  ])
})

test('a response from before a refund was recorded is no failure', async () => {
  const { checkoutId, paymentId } = await payTestCheckout(context, await createBuyer(context), {
    pack: { credits: 500, price: 3500 },
  })
  await completeCheckout(context.services, checkoutId)
  const { provider } = context.services
  if (!provider) throw new Error('no provider')
  const late = {
    ...provider,
    payment: async (id: string) => {
      const before = await provider.payment(id)
      Object.assign(payments.get(id) ?? {}, { status: 'REFUNDED' })
      await syncPayment(context.services, id)
      return before
    },
  }
  const sync = () => syncPayment({ ...context.services, provider: late }, paymentId)
  expect(await listMailsAfter(sync)).toEqual([])
})
