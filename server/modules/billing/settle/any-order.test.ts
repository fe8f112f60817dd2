import { billing } from '@dooryard/contract/billing'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { rounds } from '../../../test/rounds.ts'
import { sumsInAccount } from '../../credits/ledger.fixture.ts'
import { billingTasks } from '../billing.jobs.ts'
import { applyEventJob, receiveEvent } from '../receive-event.ts'
import { advance, cardThat, payWith } from '../sandbox/pay.fixture.ts'
import { eventsOf, providerIn } from '../sandbox/sandbox.fixture.ts'
import { deliverOften, lifeOf, type Told } from './life.fixture.ts'
import {
  buyer,
  entriesOf,
  growth,
  mailsTo,
  recordOf,
  type Settling,
  scale,
  settling,
  sumsOfEntries,
} from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'

const portal = await testPortal()
afterAll(portal.close)

describe('with a provider in memory', () => {
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

  const paymentsOf = (upgrades: boolean) => [
    ['FIRST', 'PAID', 4000],
    ['PACK', 'REFUNDED', 550],
    ['RENEWAL', 'PAID', 4000],
    ['RENEWAL', 'PAID', 4000],
    ...(upgrades ? [['CHANGE', 'PAID', 12_000]] : []),
  ]

  /** Every payment is in the ledger once, and the ledger adds up to the balance. */
  async function expectCreditedOnce(given: Settling, userId: string, upgrades: boolean) {
    const { payments, ...rest } = await recordOf(given, userId)
    expect(rest).toEqual(outcome(upgrades))
    const said = payments.map(({ reason, status, creditsGranted }) => [reason, status, creditsGranted])
    expect(said).toEqual(paymentsOf(upgrades))
    const entries = await entriesOf(given.db, userId)
    const grants = entries.filter(({ type }) => ['GRANT', 'PURCHASE', 'COUPON'].includes(type))
    const amounts = grants.map(({ amount }) => amount).sort((a, b) => a - b)
    expect(amounts).toEqual([50, 500, 4000, 4000, 4000, ...(upgrades ? [12_000] : [])])
    expect(await sumsOfEntries(given.db, userId)).toEqual(rest.sums)
    const redeemed = given.db.selectFrom('couponRedemptions').select('status').where('userId', '=', userId)
    expect(await redeemed.execute()).toEqual([{ status: 'REDEEMED' }])
  }

  async function expectMailedOnce(given: Settling, email: string, upgrades: boolean) {
    const mails = await mailsTo(given, email)
    const count = (subject: RegExp) => mails.filter((mail) => subject.test(mail)).length
    expect(count(/receipt/)).toBe(upgrades ? 5 : 4)
    expect(count(/refunded/)).toBe(1)
    expect(count(/has ended/)).toBe(1)
    expect(count(/could not renew/)).toBeLessThanOrEqual(1)
  }

  const chances = fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 })

  /** Draws one event after another from those that were told and not delivered. */
  function mailbag() {
    const bag: Told[] = []
    const draw = (chance: number) => bag.splice(chance % bag.length, 1)[0]
    return { add: (told: Told[]) => bag.push(...told), draw, isEmpty: () => bag.length === 0 }
  }

  test(
    'all events of a life, each several times at once, late and in any order, come to the same',
    async () => {
      const life = async (upgrades: boolean, picks: number[]) => {
        const given = settling(portal)
        const who = await buyer(given)
        const bag = mailbag()
        const next = picks.values()
        for (const step of await lifeOf(given, who, { upgrades })) {
          bag.add(await step())
          // Up to two are delivered before life goes on; the others are late.
          for (let some = (next.next().value ?? 0) % 3; some > 0 && !bag.isEmpty(); some--)
            await deliver(given, who, bag.draw(next.next().value ?? 0))
        }
        while (!bag.isEmpty()) await deliver(given, who, bag.draw(next.next().value ?? 0))
        await expectCreditedOnce(given, who.userId, upgrades)
        await expectMailedOnce(given, who.email, upgrades)
      }
      await fc.assert(fc.asyncProperty(fc.boolean(), chances, life), { numRuns: rounds(3, 200) })
    },
    rounds(60_000, 1_800_000),
  )

  const deliver = async (given: Settling, who: Awaited<ReturnType<typeof buyer>>, told: Told | undefined) => {
    if (told) await deliverOften(given, who, told)
  }
})

describe('in the sandbox', () => {
  const pack = '00000000-0000-7000-8000-000000000201'
  const servicesOf = () => ({ ...portal.services, ...portal.billing })

  async function buys({ as }: TestUser, offer: { planId: string } | { packId: string }) {
    const { body } = await as.call(billing.checkout, { body: offer })
    expect((await payWith(portal, body.url)).status).toBe(200)
    return body.sessionId
  }

  async function changesCard({ as }: TestUser, does: Parameters<typeof cardThat>[0]) {
    const { body } = await as.call(billing.updatePaymentMethod)
    await payWith(portal, body.url, cardThat(does))
    await settleCheckout(servicesOf(), body.sessionId)
  }

  async function upgrades({ as }: TestUser) {
    const { body: quote } = await as.call(billing.quote, { body: { planId: scale.planId } })
    const change = { planId: scale.planId, quoteId: quote.quoteId }
    expect((await as.call(billing.changePlan, { body: change })).status).toBe(200)
  }

  async function getsPackRefunded(checkoutId: string) {
    const checkout = portal.db.selectFrom('checkouts').select('providerId').where('id', '=', checkoutId)
    const { providerId } = await checkout.executeTakeFirstOrThrow()
    const { paymentId = '' } = await providerIn(portal).checkout(providerId ?? '')
    await providerIn(portal).refund({ transactionId: checkoutId, paymentRef: paymentId, amount: 3500 })
  }

  /** From the first payment to the end. No event is delivered meanwhile. */
  async function live(somebody: TestUser) {
    const subscribed = await buys(somebody, { planId: growth.planId })
    const bought = await buys(somebody, { packId: pack })
    await advance(portal, 31)
    await changesCard(somebody, 'FAILS_AT_RENEWAL')
    await advance(portal, 31)
    await changesCard(somebody, 'SUCCEEDS')
    // A quote is asked for on a page that shows the subscription as it is.
    await settleCheckout(servicesOf(), subscribed)
    await upgrades(somebody)
    await getsPackRefunded(bought)
    expect((await somebody.as.call(billing.cancel, { body: {} })).status).toBe(200)
    await advance(portal, 31)
  }

  /** Told several times at once, and applied by as many workers at once. */
  async function tellOften(event: Awaited<ReturnType<typeof eventsOf>>[number]) {
    const services = { ...servicesOf(), provider: { ...providerIn(portal), readEvent: async () => event } }
    const times = Array.from({ length: rounds(3, 10) })
    await Promise.all(times.map(() => receiveEvent(services, { text: '', header: () => undefined })))
    const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }
    const apply = billingTasks(services)[applyEventJob]
    await Promise.all(times.map(() => apply?.({ provider: 'SANDBOX', id: event.id }, run)))
  }

  const customerOf = async (userId: string) => {
    const row = portal.db.selectFrom('billingCustomers').select('providerId').where('userId', '=', userId)
    return (await row.executeTakeFirstOrThrow()).providerId
  }

  test(
    'a life in the sandbox, told several times over and in any order, is recorded once',
    async () => {
      const tell = async (seed: number) => {
        const somebody = await user(portal)
        await live(somebody)
        const told = await eventsOf(portal, await customerOf(somebody.id))
        expect(told.length).toBeGreaterThan(15)
        const [shuffled] = fc.sample(fc.shuffledSubarray(told, { minLength: told.length }), { numRuns: 1, seed })
        for (const event of shuffled ?? []) await tellOften(event)
        const { body: history } = await somebody.as.call(billing.transactions, { body: {} })
        const payments = history.items.map(({ status, creditsGranted }) => [status, creditsGranted])
        expect(payments.sort()).toEqual([
          ['PAID', expect.any(Number)],
          ['PAID', 4000],
          ['PAID', 4000],
          ['PAID', 4000],
          ['REFUNDED', 500],
        ])
        const { body: info } = await somebody.as.call(billing.info)
        expect(info.subscription).toMatchObject({ planId: scale.planId, status: 'INACTIVE', endReason: 'CANCELLED' })
        expect(info.balance).toMatchObject({ subscriptionCredits: 0, onDemandCredits: 0 })
        expect(await sumsOfEntries(portal.db, somebody.id)).toEqual(await sumsInAccount(portal.db, somebody.id))
        const grants = (await entriesOf(portal.db, somebody.id)).filter(({ type }) => type === 'GRANT')
        expect(grants).toHaveLength(4)
      }
      await fc.assert(fc.asyncProperty(fc.nat(), tell), { numRuns: rounds(1, 50) })
    },
    rounds(60_000, 600_000),
  )
})
