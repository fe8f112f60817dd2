import { afterAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { createTestAccount } from '../../credits/ledger/ledger.fixture.ts'
import { markRefunded, savePaidPayment } from '../payments/payments.queries.ts'
import { issueCreditNote, issueInvoice } from './issue-invoice.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database

const invoicing = { seller: ['Dooryard', '1 Example Street'], tax: { name: 'Sales tax', rate: 8250 } }
const at = new Date('2026-11-02T09:30:00Z')
const sale = { invoicing, lines: [{ text: '500 credits', amount: 3500 }], total: 3500, currency: 'USD', at }

const consecutive = (numbers: number[], first: number) => numbers.map((_, index) => first + index)

describe('invoices', () => {
  const toNumber = (invoiceNumber: string) => Number(invoiceNumber.replace('DY-', ''))
  const lastNumber = async () => (await db.selectFrom('invoiceNumbers').select('last').executeTakeFirstOrThrow()).last

  test('an invoice does not change when its buyer is renamed', async () => {
    const userId = await createTestAccount(db)
    const home = { addressStreet: '12 Oak Lane', addressAptSuite: 'Suite 4', addressCity: 'Franklin' }
    const region = { addressState: 'TN', addressZip: '37064', addressCountry: 'US' }
    const person = { ...home, ...region, companyName: 'Sampleton Roofing' }
    await db.updateTable('users').set(person).where('id', '=', userId).execute()
    const discount = { text: 'Coupon SPRING-20', amount: 700 }
    const { invoiceNumber, invoice } = await inTransaction({ db }, (tx) =>
      issueInvoice(tx.db, { ...sale, userId, discount, total: 2800 }),
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

  test('an invoice adds up even if the provider charged another amount than agreed', async () => {
    const userId = await createTestAccount(db)
    const { invoice } = await inTransaction({ db }, (tx) => issueInvoice(tx.db, { ...sale, userId, total: 3000 }))
    expect(invoice.lines).toEqual([...sale.lines, { text: 'Adjustment by the payment service', amount: -500 }])
  })

  /** Runs many purchases at once; every third rolls back after taking its number. */
  async function buyAtOnce(issue: typeof issueInvoice, times: number): Promise<number[]> {
    const userId = await createTestAccount(db)
    const outcomes = await Promise.allSettled(
      Array.from({ length: times }, (_, index) =>
        inTransaction({ db }, async (tx) => {
          const { invoiceNumber } = await issue(tx.db, { ...sale, userId })
          if (index % 3 === 0) throw new Error('the purchase came to nothing')
          return toNumber(invoiceNumber)
        }),
      ),
    )
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])).sort((a, b) => a - b)
  }

  test('numbers have no gaps, however many purchases run at once and roll back', async () => {
    const before = await lastNumber()
    const numbers = await buyAtOnce(issueInvoice, scaleForTorture(90, 900))
    expect(numbers).toHaveLength(scaleForTorture(60, 600))
    expect(numbers).toEqual(consecutive(numbers, before + 1))
    expect(await lastNumber()).toBe(numbers.at(-1))
  })

  test('control: numbers taken outside the transaction leave gaps', async () => {
    const before = await lastNumber()
    // Negative control: a rollback does not return the number.
    const numbers = await buyAtOnce((_, input) => issueInvoice(db, input), 9)
    expect(numbers).not.toEqual(consecutive(numbers, before + 1))
  })
})

describe('credit notes', () => {
  /** Creates a payment with its invoice; returns its id. */
  async function payment(): Promise<string> {
    const [id, userId] = [newId(), await createTestAccount(db)]
    await inTransaction({ db }, async (tx) => {
      const issued = await issueInvoice(tx.db, { ...sale, userId })
      await savePaidPayment(tx.db, {
        ...{ id, userId, provider: 'SANDBOX', providerRef: id, paymentRef: id, kind: 'PACK', reason: 'PACK' },
        ...{ description: '500 credits', amount: 3500, discount: 0, currency: 'USD', creditsGranted: 500 },
        ...{ subscriptionId: null, checkoutId: null, quoteId: null, couponCode: null, refundCause: null },
        ...{ periodStart: null, periodEnd: null, createdAt: at, paidAt: at, ...issued },
      })
    })
    return id
  }

  const toNumber = (creditNoteNumber: string) => Number(creditNoteNumber.replace('DY-CN-', ''))
  const lastNumber = async () =>
    (await db.selectFrom('creditNoteNumbers').select('last').executeTakeFirstOrThrow()).last

  /** Runs many refunds at once; every third rolls back after taking its number. */
  async function refundAtOnce(issue: typeof issueCreditNote, times: number): Promise<number[]> {
    const payments = await Promise.all(Array.from({ length: times }, payment))
    const outcomes = await Promise.allSettled(
      payments.map((id, index) =>
        inTransaction({ db }, async (tx) => {
          await markRefunded(tx.db, id, at)
          const creditNoteNumber = await issue(tx.db, id)
          if (index % 3 === 0) throw new Error('the refund came to nothing')
          return toNumber(creditNoteNumber)
        }),
      ),
    )
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])).sort((a, b) => a - b)
  }

  test('credit notes have their own numbers without gaps, however many refunds run at once and roll back', async () => {
    const before = await lastNumber()
    const numbers = await refundAtOnce(issueCreditNote, scaleForTorture(30, 300))
    expect(numbers).toHaveLength(scaleForTorture(20, 200))
    expect(numbers).toEqual(consecutive(numbers, before + 1))
    expect(await lastNumber()).toBe(numbers.at(-1))
  })

  test('an unrefunded payment has no credit note, and each credit note belongs to one payment', async () => {
    const [id, other] = [await payment(), await payment()]
    await expect(issueCreditNote(db, id)).rejects.toThrow('check constraint')
    await markRefunded(db, id, at)
    await markRefunded(db, other, at)
    const creditNoteNumber = await issueCreditNote(db, id)
    const taking = db.updateTable('paymentTransactions').set({ creditNoteNumber }).where('id', '=', other)
    await expect(taking.execute()).rejects.toThrow('unique constraint')
  })
})
