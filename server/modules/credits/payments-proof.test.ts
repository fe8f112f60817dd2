import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testDatabase } from '../../test/database.ts'
import { grantCredits } from './grant-credits.ts'
import { account, verifyLedger } from './ledger.fixture.ts'
import { payment } from './payment.fixture.ts'
import { takeBackCredits } from './take-back-credits.ts'

const { db, close } = await testDatabase()
afterAll(close)

const cause = { reason: 'Invoice DY-000001', actor: 'test' }
const grant = (userId: string, transactionId: string, amount: number) =>
  grantCredits(db, { userId, bucket: 'ON_DEMAND', type: 'PURCHASE', amount, transactionId, ...cause })

/** What the proof says of an account, which is undone. */
async function provedAfter(change: (userId: string) => Promise<unknown>): Promise<string[]> {
  const userId = await account(db)
  await change(userId)
  const { problems } = await verifyLedger(db)
  await db.deleteFrom('paymentTransactions').where('userId', '=', userId).execute()
  return problems.filter((problem) => problem.userId === userId).map(({ says }) => says)
}

test('a payment whose credits were given once is in order, also after it was paid back', async () => {
  const said = await provedAfter(async (userId) => {
    const id = await payment(db, { userId, credits: 500 })
    await grant(userId, id, 400)
    await grantCredits(db, { userId, bucket: 'SUBSCRIPTION', type: 'COUPON', amount: 100, transactionId: id, ...cause })
    await takeBackCredits(db, { userId, bucket: 'ON_DEMAND', transactionId: id, ...cause })
  })
  expect(said).toEqual([])
})

test('credits of a payment that does not exist, or is of somebody else, are told', async () => {
  const invented = newId()
  expect(await provedAfter((userId) => grant(userId, invented, 5_000))).toEqual([
    `5000 credits were given for payment ${invented}, and there is no such payment of this user`,
  ])
  const id = await payment(db, { userId: await account(db), credits: 0 })
  expect(await provedAfter((userId) => grant(userId, id, 5))).toEqual([
    `5 credits were given for payment ${id}, and there is no such payment of this user`,
  ])
})

test('a payment whose credits were lost, given twice, or are not those it says, is told', async () => {
  for (const given of [[], [500, 500], [499]]) {
    const id = newId()
    const said = await provedAfter(async (userId) => {
      await payment(db, { id, userId, credits: 500 })
      for (const amount of given) await grant(userId, id, amount)
    })
    const sum = given.reduce((all, amount) => all + amount, 0)
    expect(said).toEqual([`payment ${id} brought 500 credits, and ${sum} were given for it`])
  }
})
