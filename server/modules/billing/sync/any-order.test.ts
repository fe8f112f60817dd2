import { billing } from '@dooryard/contract/billing/billing'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { getAccountSums } from '../../credits/ledger/ledger.fixture.ts'
import { billingTasks } from '../billing.jobs.ts'
import { applyEventJob, receiveEvent } from '../events/receive-event.ts'
import { advance, cardWithBehavior, payWith } from '../provider/sandbox/pay.fixture.ts'
import { listEvents, requireSandboxProvider } from '../provider/sandbox/sandbox.fixture.ts'
import { completeCheckout } from './complete-checkout.ts'
import { buildCustomerLifecycle, deliverRepeatedly, type ProviderObject } from './customer-lifecycle.fixture.ts'
import {
  type BillingTestContext,
  createBillingTestContext,
  createBuyer,
  getBillingRecord,
  growth,
  listLedgerEntries,
  listMailSubjects,
  scale,
  sumLedgerEntries,
} from './sync.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

describe('with an in-memory provider', () => {
  const nothing = { available: 0, held: 0 }

  const outcome = (upgrades: boolean) => ({
    subscriptions: [
      {
        planId: (upgrades ? scale : growth).planId,
        ...{ price: (upgrades ? scale : growth).price, creditsPerPeriod: (upgrades ? scale : growth).credits },
        ...{
          nextPlanId: null,
          status: 'INACTIVE',
          cancelAtPeriodEnd: true,
          endReason: 'CANCELLED',
          isDuplicate: false,
        },
      },
    ],
    sums: { SUBSCRIPTION: nothing, ON_DEMAND: nothing },
  })

  const listPayments = (upgrades: boolean) => [
    ['FIRST', 'PAID', 4000],
    ['PACK', 'REFUNDED', 550],
    ['RENEWAL', 'PAID', 4000],
    ['RENEWAL', 'PAID', 4000],
    ...(upgrades ? [['CHANGE', 'PAID', 12_000]] : []),
  ]

  /** Every payment is in the ledger once, and the ledger adds up to the balance. */
  async function expectCreditedOnce(context: BillingTestContext, userId: string, upgrades: boolean) {
    const { payments, ...rest } = await getBillingRecord(context, userId)
    expect(rest).toEqual(outcome(upgrades))
    const said = payments.map(({ reason, status, creditsGranted }) => [reason, status, creditsGranted])
    expect(said).toEqual(listPayments(upgrades))
    const entries = await listLedgerEntries(context.db, userId)
    const grants = entries.filter(({ type }) => ['GRANT', 'PURCHASE', 'COUPON'].includes(type))
    const amounts = grants.map(({ amount }) => amount).sort((a, b) => a - b)
    expect(amounts).toEqual([50, 500, 4000, 4000, 4000, ...(upgrades ? [12_000] : [])])
    expect(await sumLedgerEntries(context.db, userId)).toEqual(rest.sums)
    const redeemed = context.db.selectFrom('couponRedemptions').select('status').where('userId', '=', userId)
    expect(await redeemed.execute()).toEqual([{ status: 'REDEEMED' }])
  }

  async function expectMailedOnce(context: BillingTestContext, email: string, upgrades: boolean) {
    const mails = await listMailSubjects(context, email)
    const count = (subject: RegExp) => mails.filter((mail) => subject.test(mail)).length
    expect(count(/receipt/)).toBe(upgrades ? 5 : 4)
    expect(count(/refunded/)).toBe(1)
    expect(count(/has ended/)).toBe(1)
    expect(count(/could not renew/)).toBeLessThanOrEqual(1)
  }

  const chances = fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 })

  /** Draws events in random order from those emitted and not delivered yet. */
  function mailbag() {
    const bag: ProviderObject[] = []
    const draw = (chance: number) => bag.splice(chance % bag.length, 1)[0]
    return { add: (delivered: ProviderObject[]) => bag.push(...delivered), draw, isEmpty: () => bag.length === 0 }
  }

  test(
    'the events of a whole lifecycle, repeated, late and in any order, give the same result',
    async () => {
      const life = async (upgrades: boolean, picks: number[]) => {
        const context = createBillingTestContext(portal)
        const who = await createBuyer(context)
        const bag = mailbag()
        const next = picks.values()
        for (const step of await buildCustomerLifecycle(context, who, { upgrades })) {
          bag.add(await step())
          // Up to two are delivered before the next step; the others are late.
          for (let some = (next.next().value ?? 0) % 3; some > 0 && !bag.isEmpty(); some--)
            await deliver(context, who, bag.draw(next.next().value ?? 0))
        }
        while (!bag.isEmpty()) await deliver(context, who, bag.draw(next.next().value ?? 0))
        await expectCreditedOnce(context, who.userId, upgrades)
        await expectMailedOnce(context, who.email, upgrades)
      }
      await fc.assert(fc.asyncProperty(fc.boolean(), chances, life), { numRuns: scaleForTorture(3, 200) })
    },
    scaleForTorture(60_000, 1_800_000),
  )

  const deliver = async (
    context: BillingTestContext,
    who: Awaited<ReturnType<typeof createBuyer>>,
    delivered: ProviderObject | undefined,
  ) => {
    if (delivered) await deliverRepeatedly(context, who, delivered)
  }
})

describe('in the sandbox', () => {
  const pack = '00000000-0000-7000-8000-000000000201'
  const getServices = () => ({ ...portal.services, ...portal.billing })

  async function buys({ as }: TestUser, offer: { planId: string } | { packId: string }) {
    const { body } = await as.call(billing.checkout, { body: offer })
    expect((await payWith(portal, body.url)).status).toBe(200)
    return body.sessionId
  }

  async function changesCard({ as }: TestUser, does: Parameters<typeof cardWithBehavior>[0]) {
    const { body } = await as.call(billing.updatePaymentMethod)
    await payWith(portal, body.url, cardWithBehavior(does))
    await completeCheckout(getServices(), body.sessionId)
  }

  async function upgrades({ as }: TestUser) {
    const { body: quote } = await as.call(billing.quote, { body: { planId: scale.planId } })
    const change = { planId: scale.planId, quoteId: quote.quoteId }
    expect((await as.call(billing.changePlan, { body: change })).status).toBe(200)
  }

  async function getsPackRefunded(checkoutId: string) {
    const checkout = portal.db.selectFrom('checkouts').select('providerId').where('id', '=', checkoutId)
    const { providerId } = await checkout.executeTakeFirstOrThrow()
    const { paymentId = '' } = await requireSandboxProvider(portal).checkout(providerId ?? '')
    await requireSandboxProvider(portal).refund({ transactionId: checkoutId, paymentRef: paymentId, amount: 3500 })
  }

  /** From the first payment to the end, without delivering any event. */
  async function live(subscriber: TestUser) {
    const subscribed = await buys(subscriber, { planId: growth.planId })
    const bought = await buys(subscriber, { packId: pack })
    await advance(portal, 31)
    await changesCard(subscriber, 'FAILS_AT_RENEWAL')
    await advance(portal, 31)
    await changesCard(subscriber, 'SUCCEEDS')
    // A preview is requested on a page that shows the current subscription.
    await completeCheckout(getServices(), subscribed)
    await upgrades(subscriber)
    await getsPackRefunded(bought)
    expect((await subscriber.as.call(billing.cancel, { body: {} })).status).toBe(200)
    await advance(portal, 31)
  }

  /** Delivers the event several times at once, and has several workers apply it at once. */
  async function deliverEventOften(event: Awaited<ReturnType<typeof listEvents>>[number]) {
    const services = { ...getServices(), provider: { ...requireSandboxProvider(portal), readEvent: async () => event } }
    const times = Array.from({ length: scaleForTorture(3, 10) })
    await Promise.all(times.map(() => receiveEvent(services, { text: '', header: () => undefined })))
    const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }
    const apply = billingTasks(services)[applyEventJob]
    await Promise.all(times.map(() => apply?.({ provider: 'SANDBOX', id: event.id }, run)))
  }

  const createCustomer = async (userId: string) => {
    const row = portal.db.selectFrom('billingCustomers').select('providerId').where('userId', '=', userId)
    return (await row.executeTakeFirstOrThrow()).providerId
  }

  test(
    'a lifecycle whose events arrive repeatedly and in any order is recorded once',
    async () => {
      const deliverInRandomOrder = async (seed: number) => {
        const subscriber = await user(portal)
        await live(subscriber)
        const delivered = await listEvents(portal, await createCustomer(subscriber.id))
        expect(delivered.length).toBeGreaterThan(15)
        const [shuffled] = fc.sample(fc.shuffledSubarray(delivered, { minLength: delivered.length }), {
          numRuns: 1,
          seed,
        })
        for (const event of shuffled ?? []) await deliverEventOften(event)
        const { body: history } = await subscriber.as.call(billing.transactions, { body: {} })
        const payments = history.items.map(({ status, creditsGranted }) => [status, creditsGranted])
        expect(payments.sort()).toEqual([
          ['PAID', expect.any(Number)],
          ['PAID', 4000],
          ['PAID', 4000],
          ['PAID', 4000],
          ['REFUNDED', 500],
        ])
        const { body: info } = await subscriber.as.call(billing.info)
        expect(info.subscription).toMatchObject({ planId: scale.planId, status: 'INACTIVE', endReason: 'CANCELLED' })
        expect(info.balance).toMatchObject({ subscriptionCredits: 0, onDemandCredits: 0 })
        expect(await sumLedgerEntries(portal.db, subscriber.id)).toEqual(await getAccountSums(portal.db, subscriber.id))
        const grants = (await listLedgerEntries(portal.db, subscriber.id)).filter(({ type }) => type === 'GRANT')
        expect(grants).toHaveLength(4)
      }
      await fc.assert(fc.asyncProperty(fc.nat(), deliverInRandomOrder), { numRuns: scaleForTorture(1, 50) })
    },
    scaleForTorture(60_000, 600_000),
  )
})
