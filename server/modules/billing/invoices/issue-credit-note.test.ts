import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { testDatabase } from '../../../test/database.ts'
import { rounds } from '../../../test/rounds.ts'
import { account } from '../../credits/ledger.fixture.ts'
import { insertPaid, markRefunded } from '../settle/payments.queries.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import { issueInvoice } from './issue-invoice.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database

const at = new Date('2026-11-02T09:30:00Z')
const invoicing = { seller: ['Dooryard', '1 Example Street'], tax: { name: 'Sales tax', rate: 8250 } }
const sale = { invoicing, lines: [{ text: '500 credits', amount: 3500 }], total: 3500, currency: 'USD', at }

const userId = await account(db)

/** A payment with its invoice; gives its id. */
async function payment(): Promise<string> {
  const id = newId()
  await inTransaction({ db }, async (inside) => {
    const issued = await issueInvoice(inside.db, { ...sale, userId })
    await insertPaid(inside.db, {
      ...{ id, userId, provider: 'SANDBOX', providerRef: id, paymentRef: id, kind: 'PACK', reason: 'PACK' },
      ...{ description: '500 credits', amount: 3500, discount: 0, currency: 'USD', creditsGranted: 500 },
      ...{ subscriptionId: null, checkoutId: null, quoteId: null, couponCode: null, refundCause: null },
      ...{ periodStart: null, periodEnd: null, createdAt: at, paidAt: at, ...issued },
    })
  })
  return id
}

const numberOf = (creditNoteNumber: string) => Number(creditNoteNumber.replace('DY-CN-', ''))
const lastNumber = async () => (await db.selectFrom('creditNoteNumbers').select('last').executeTakeFirstOrThrow()).last

/** Many are paid back at once, and every third refund comes to nothing after it had its number. */
async function refundAtOnce(issue: typeof issueCreditNote, times: number): Promise<number[]> {
  const payments = await Promise.all(Array.from({ length: times }, payment))
  const outcomes = await Promise.allSettled(
    payments.map((id, index) =>
      inTransaction({ db }, async (inside) => {
        await markRefunded(inside.db, id, at)
        const creditNoteNumber = await issue(inside.db, id)
        if (index % 3 === 0) throw new Error('the refund came to nothing')
        return numberOf(creditNoteNumber)
      }),
    ),
  )
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])).sort((a, b) => a - b)
}

const follow = (numbers: number[], first: number) => numbers.map((_, index) => first + index)

test('credit notes have numbers of their own, without a gap, however many are refunded at once and give up', async () => {
  const before = await lastNumber()
  const numbers = await refundAtOnce(issueCreditNote, rounds(30, 300))
  expect(numbers).toHaveLength(rounds(20, 200))
  expect(numbers).toEqual(follow(numbers, before + 1))
  expect(await lastNumber()).toBe(numbers.at(-1))
})

test('what was not refunded has no credit note, and no payment has that of another', async () => {
  const [id, other] = [await payment(), await payment()]
  await expect(issueCreditNote(db, id)).rejects.toThrow('check constraint')
  await markRefunded(db, id, at)
  await markRefunded(db, other, at)
  const creditNoteNumber = await issueCreditNote(db, id)
  const taking = db.updateTable('paymentTransactions').set({ creditNoteNumber }).where('id', '=', other)
  await expect(taking.execute()).rejects.toThrow('unique constraint')
})
