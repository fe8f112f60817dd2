import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { testDatabase } from '../../../test/database.ts'
import { rounds } from '../../../test/rounds.ts'
import { account } from '../../credits/ledger.fixture.ts'
import { markRefunded, savePaid } from '../payments.queries.ts'
import { issueCreditNote, issueInvoice } from './issue-invoice.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database

const invoicing = { seller: ['Dooryard', '1 Example Street'], tax: { name: 'Sales tax', rate: 8250 } }
const at = new Date('2026-11-02T09:30:00Z')
const sale = { invoicing, lines: [{ text: '500 credits', amount: 3500 }], total: 3500, currency: 'USD', at }

const follow = (numbers: number[], first: number) => numbers.map((_, index) => first + index)

describe('invoices', () => {
  const numberOf = (invoiceNumber: string) => Number(invoiceNumber.replace('DY-', ''))
  const lastNumber = async () => (await db.selectFrom('invoiceNumbers').select('last').executeTakeFirstOrThrow()).last

  test('an invoice keeps what it said, whatever its buyer is called later', async () => {
    const userId = await account(db)
    const home = { addressStreet: '12 Oak Lane', addressAptSuite: 'Suite 4', addressCity: 'Franklin' }
    const region = { addressState: 'TN', addressZip: '37064', addressCountry: 'US' }
    const person = { ...home, ...region, companyName: 'Sampleton Roofing' }
    await db.updateTable('users').set(person).where('id', '=', userId).execute()
    const discount = { text: 'Coupon SPRING-20', amount: 700 }
    const { invoiceNumber, invoice } = await inTransaction({ db }, (inside) =>
      issueInvoice(inside.db, { ...sale, userId, discount, total: 2800 }),
    )
    expect(invoiceNumber).toMatch(/^DY-\d{6}$/)
    expect(invoice).toEqual({
      number: invoiceNumber,
      at: '2026-11-02T09:30:00.000Z',
      seller: invoicing.seller,
      buyer: {
        name: 'Tess Ledger',
        company: 'Sampleton Roofing',
        email: `${userId}@example.com`,
        address: ['12 Oak Lane, Suite 4', 'Franklin, TN 37064', 'US'],
      },
      lines: sale.lines,
      discount,
      total: 2800,
      tax: { name: 'Sales tax', rate: 8250, amount: 213 },
      currency: 'USD',
    })
  })

  test('an invoice adds up, even where the provider took something else than was agreed', async () => {
    const userId = await account(db)
    const { invoice } = await inTransaction({ db }, (inside) =>
      issueInvoice(inside.db, { ...sale, userId, total: 3000 }),
    )
    expect(invoice.lines).toEqual([...sale.lines, { text: 'Adjustment by the payment service', amount: -500 }])
  })

  /** Many buy at once, and every third purchase comes to nothing after it had its number. */
  async function buyAtOnce(issue: typeof issueInvoice, times: number): Promise<number[]> {
    const userId = await account(db)
    const outcomes = await Promise.allSettled(
      Array.from({ length: times }, (_, index) =>
        inTransaction({ db }, async (inside) => {
          const { invoiceNumber } = await issue(inside.db, { ...sale, userId })
          if (index % 3 === 0) throw new Error('the purchase came to nothing')
          return numberOf(invoiceNumber)
        }),
      ),
    )
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])).sort((a, b) => a - b)
  }

  test('numbers follow one another without a gap, however many buy at once and give up', async () => {
    const before = await lastNumber()
    const numbers = await buyAtOnce(issueInvoice, rounds(90, 900))
    expect(numbers).toHaveLength(rounds(60, 600))
    expect(numbers).toEqual(follow(numbers, before + 1))
    expect(await lastNumber()).toBe(numbers.at(-1))
  })

  test('numbers that were taken outside of the transaction would leave gaps', async () => {
    const before = await lastNumber()
    // The negative control: what is rolled back does not give its number back.
    const numbers = await buyAtOnce((_, given) => issueInvoice(db, given), 9)
    expect(numbers).not.toEqual(follow(numbers, before + 1))
  })
})

describe('credit notes', () => {
  /** A payment with its invoice; gives its id. */
  async function payment(): Promise<string> {
    const [id, userId] = [newId(), await account(db)]
    await inTransaction({ db }, async (inside) => {
      const issued = await issueInvoice(inside.db, { ...sale, userId })
      await savePaid(inside.db, {
        ...{ id, userId, provider: 'SANDBOX', providerRef: id, paymentRef: id, kind: 'PACK', reason: 'PACK' },
        ...{ description: '500 credits', amount: 3500, discount: 0, currency: 'USD', creditsGranted: 500 },
        ...{ subscriptionId: null, checkoutId: null, quoteId: null, couponCode: null, refundCause: null },
        ...{ periodStart: null, periodEnd: null, createdAt: at, paidAt: at, ...issued },
      })
    })
    return id
  }

  const numberOf = (creditNoteNumber: string) => Number(creditNoteNumber.replace('DY-CN-', ''))
  const lastNumber = async () =>
    (await db.selectFrom('creditNoteNumbers').select('last').executeTakeFirstOrThrow()).last

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
})
