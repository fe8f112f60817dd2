import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { rounds } from '../../../test/rounds.ts'
import { deliverTenTimes, lifeOf, type Told } from './life.fixture.ts'
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

let portal: Portal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const nothing = { available: 0, held: 0 }

const outcome = (upgrades: boolean) => ({
  subscriptions: [
    {
      planId: (upgrades ? scale : growth).planId,
      ...{ price: (upgrades ? scale : growth).price, creditsPerPeriod: (upgrades ? scale : growth).credits },
      ...{ nextPlanId: null, status: 'INACTIVE', cancelAtPeriodEnd: true, endReason: 'CANCELLED', isDuplicate: false },
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
  const given_ = entries.filter(({ type }) => ['GRANT', 'PURCHASE', 'COUPON'].includes(type))
  const amounts = given_.map(({ amount }) => amount).sort((a, b) => a - b)
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
  'all events of a life, each ten times at once, late and in any order, come to the same',
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
    await fc.assert(fc.asyncProperty(fc.boolean(), chances, life), { numRuns: rounds(10, 200) })
  },
  rounds(600_000, 1_800_000),
)

const deliver = async (given: Settling, who: Awaited<ReturnType<typeof buyer>>, told: Told | undefined) => {
  if (told) await deliverTenTimes(given, who, told)
}
