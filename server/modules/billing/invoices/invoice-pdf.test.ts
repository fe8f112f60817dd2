import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractTexts } from '../../../platform/files/pdf/pdf-text.fixture.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import type { Invoice } from './invoice.ts'
import { renderCreditNotePdf, renderInvoicePdf } from './invoice-pdf.ts'

const invoice: Invoice = {
  number: 'DY-000042',
  at: '2026-11-02T09:30:00.000Z',
  seller: ['Dooryard, Inc.', '1 Example Street', 'Nashville, TN 37203'],
  buyer: {
    name: 'Tess Sampleton',
    company: 'Sampleton Roofing LLC',
    email: 'tess@example.com',
    address: ['12 Oak Lane, Suite 4', 'Franklin, TN 37064'],
  },
  lines: [{ text: '500 credits', amount: 3500 }],
  discount: { text: 'Coupon SPRING-20', amount: 700 },
  total: 2800,
  tax: { name: 'Sales tax', rate: 8250, amount: 213 },
  currency: 'USD',
  card: { brand: 'visa', last4: '4242' },
}

const listLines = (pdf: Buffer) => extractTexts(pdf).texts.map(({ text }) => text.trim())

test('an invoice names seller, buyer, items, cost and payment', async () => {
  const lines = listLines(await renderInvoicePdf(invoice))
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['DY-000042', 'November 2, 2026', 'Paid', ...invoice.seller],
      ...['Sampleton Roofing LLC', 'Tess Sampleton', 'tess@example.com', '12 Oak Lane, Suite 4', 'Franklin, TN 37064'],
      ...['500 credits', 'Coupon SPRING-20', '−$7.00', 'Total', '$28.00'],
      ...['Includes 8.25% Sales tax: $2.13', 'Paid with Visa ending in 4242'],
    ]),
  )
  expect(lines.filter((line) => line === '$35.00')).toHaveLength(2)
  expect(lines.join(' ')).not.toContain('Refunded')
})

test('tax, discount and card are left out if absent', async () => {
  const { discount: _, card: __, ...rest } = invoice
  const plain = {
    ...rest,
    lines: [{ text: '500 credits', amount: 2800 }],
    tax: { name: 'Sales tax', rate: 0, amount: 0 },
  }
  const lines = listLines(await renderInvoicePdf(plain))
  expect(lines.join('\n')).not.toMatch(/tax|Subtotal|Coupon|ending in/)
  expect(lines.filter((line) => line === 'Paid')).toHaveLength(2)
})

test('a refunded invoice says so, with the date', async () => {
  const lines = listLines(await renderInvoicePdf(invoice, { refundedAt: new Date('2026-11-05T23:59:00Z') }))
  expect(lines.filter((line) => line === 'Refunded on November 5, 2026')).toHaveLength(2)
  expect(lines).toContain('−$28.00')
  expect(lines).not.toContain('Paid')
})

const refunded = { number: 'DY-CN-000007', at: new Date('2026-11-05T23:59:00Z'), reason: 'Bought twice', invoice }

test('a credit note names the cancelled invoice and the reason, with every amount negated', async () => {
  const lines = listLines(await renderCreditNotePdf(refunded))
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['Credit note', 'DY-CN-000007', 'November 5, 2026', 'DY-000042, November 2, 2026', 'Bought twice'],
      ...[...invoice.seller, 'Sampleton Roofing LLC', '500 credits', 'Coupon SPRING-20', '$7.00', 'Total', '−$28.00'],
      ...['Includes 8.25% Sales tax: −$2.13', 'Returned to Visa ending in 4242'],
    ]),
  )
  expect(lines.filter((line) => line === '−$35.00')).toHaveLength(2)
  const { reason: _, ...unsaid } = refunded
  expect(listLines(await renderCreditNotePdf(unsaid))).not.toContain('Reason')
})

test('a credit note of a free purchase shows no minus before zero', async () => {
  const free = { ...invoice, total: 0, tax: { ...invoice.tax, amount: 0 } }
  const lines = listLines(await renderCreditNotePdf({ ...refunded, invoice: free }))
  expect(lines).toContain('$0.00')
  expect(lines.join(' ')).not.toContain('−$0.00')
})

test('names beyond Latin are printed as they are, and missing glyphs break nothing', async () => {
  const named = async (name: string, company: string) =>
    listLines(await renderInvoicePdf({ ...invoice, buyer: { ...invoice.buyer, name, company } }))
  expect(await named('Ελένη Παπαδοπούλου', 'Zażółć Świętokrzyski ООО «Ромашка»')).toEqual(
    expect.arrayContaining(['Ελένη Παπαδοπούλου', 'Zażółć Świętokrzyski ООО «Ромашка»']),
  )
  expect(await named('Nguyễn Thị Hạnh', 'Acme 😀 Roofing')).toEqual(
    expect.arrayContaining(['Nguyễn Thị Hạnh', 'Acme ? Roofing']),
  )
  // A name that cannot be rendered at all is replaced by the email address.
  const unreadable = await named('山田 太郎', '株式会社')
  expect(unreadable.filter((line) => line === 'tess@example.com')).toHaveLength(1)
  expect(unreadable.join('')).not.toContain('?')
})

test('the same invoice renders the same bytes', async () => {
  const [once, again] = [await renderInvoicePdf(invoice), await renderInvoicePdf(structuredClone(invoice))]
  expect(once.equals(again)).toBe(true)
  expect(once.equals(await renderInvoicePdf({ ...invoice, number: 'DY-000043' }))).toBe(false)
})

const word = fc.string({ unit: fc.constantFrom(...'abWMi łŻ漢😀&/.-'), maxLength: 120 })
/** The database's limits. */
const cents = fc.integer({ min: -2_147_483_647, max: 2_147_483_647 })
const line = fc.record({ text: word, amount: cents })
const anyInvoice: fc.Arbitrary<Invoice> = fc.record({
  number: fc.constantFrom('DY-000001', 'DY-9007199254740991'),
  at: fc.constant('2026-11-02T09:30:00.000Z'),
  seller: fc.array(word, { minLength: 1, maxLength: 8 }),
  buyer: fc.record(
    {
      name: word,
      company: word,
      email: fc.constant(`${'a'.repeat(200)}@example.com`),
      address: fc.array(word, { maxLength: 3 }),
    },
    { requiredKeys: ['name', 'email', 'address'] },
  ),
  lines: fc.array(line, { minLength: 1, maxLength: 20 }),
  discount: line,
  total: cents,
  tax: fc.record({ name: word, rate: fc.constantFrom(0, 8250), amount: cents }),
  currency: fc.constantFrom('USD', 'EUR'),
  card: fc.record({ brand: word, last4: fc.constant('4242') }),
})

const refundedAt = new Date('2026-12-24T00:00:00Z')
const anyPdf = fc.oneof(
  fc
    .tuple(anyInvoice, fc.boolean())
    .map(([any, isRefunded]) => renderInvoicePdf(any, isRefunded ? { refundedAt } : {})),
  fc
    .record({ invoice: anyInvoice, reason: fc.string({ unit: fc.constantFrom(...'abW mi '), maxLength: 500 }) })
    .map((any) => renderCreditNotePdf({ ...any, number: 'DY-CN-9007199254740991', at: refundedAt })),
)

test('any invoice fits on one page, and every text stays in its box', async () => {
  await fc.assert(
    fc.asyncProperty(anyPdf, async (made) => {
      const pdf = await made
      const { pages, texts } = extractTexts(pdf)
      expect(pages).toBe(1)
      const footer = 738
      for (const { text, x, y, right } of texts) {
        expect(x, text).toBeGreaterThanOrEqual(55.9)
        expect(right, text).toBeLessThanOrEqual(556.1)
        expect(y, text).toBeLessThan(770)
      }
      expect(texts.filter(({ y }) => y > footer)).toHaveLength(2)
      const amounts = texts.filter(({ text }) => /^−?[$€]/.test(text))
      for (const { text } of amounts) expect(text).toMatch(/^−?[$€][\d,]+\.\d\d$/)
    }),
    { numRuns: scaleForTorture(8, 1000) },
  )
})
