import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { clawBackCredits } from '../grants/claw-back-credits.ts'
import { grantCredits } from '../grants/grant-credits.ts'
import { createTestPayment } from '../grants/payment.fixture.ts'
import { createTestAccount, verifyLedger } from '../ledger/ledger.fixture.ts'

const { db, close } = await testDatabase()
afterAll(close)

const cause = { reason: 'Invoice DY-000001', actor: 'test' }
const grant = (userId: string, transactionId: string, amount: number) =>
  grantCredits(db, { userId, bucket: 'ON_DEMAND', type: 'PURCHASE', amount, transactionId, ...cause })

/** Verifies the ledger after a change and rolls it back. Returns the problems of the account. */
async function verifyAfter(change: (userId: string) => Promise<unknown>): Promise<string[]> {
  const userId = await createTestAccount(db)
  await change(userId)
  const { problems } = await verifyLedger(db)
  await db.deleteFrom('paymentTransactions').where('userId', '=', userId).execute()
  return problems.filter((problem) => problem.userId === userId).map(({ says }) => says)
}

test('a payment whose credits were granted once is valid, also after a refund', async () => {
  const said = await verifyAfter(async (userId) => {
    const id = await createTestPayment(db, { userId, credits: 500 })
    await grant(userId, id, 400)
    await grantCredits(db, { userId, bucket: 'SUBSCRIPTION', type: 'COUPON', amount: 100, transactionId: id, ...cause })
    await clawBackCredits(db, { userId, bucket: 'ON_DEMAND', transactionId: id, ...cause })
  })
  expect(said).toEqual([])
})

test('credits for a payment that does not exist or belongs to another user are reported', async () => {
  const invented = newId()
  expect(await verifyAfter((userId) => grant(userId, invented, 5_000))).toEqual([
    `5000 credits were given for payment ${invented}, and there is no such payment of this user`,
  ])
  const id = await createTestPayment(db, { userId: await createTestAccount(db), credits: 0 })
  expect(await verifyAfter((userId) => grant(userId, id, 5))).toEqual([
    `5 credits were given for payment ${id}, and there is no such payment of this user`,
  ])
})

test('a payment whose credits are missing, granted twice or of another amount is reported', async () => {
  for (const given of [[], [500, 500], [499]]) {
    const id = newId()
    const said = await verifyAfter(async (userId) => {
      await createTestPayment(db, { id, userId, credits: 500 })
      for (const amount of given) await grant(userId, id, amount)
    })
    const sum = given.reduce((all, amount) => all + amount, 0)
    expect(said).toEqual([`payment ${id} brought 500 credits, and ${sum} were given for it`])
  }
})
