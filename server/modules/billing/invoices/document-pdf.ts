import { colors, drawLogo, type PdfPage, renderPdf, sheet } from '../../../platform/files/pdf/pdf-page.ts'
import { formatMoney } from '../../../platform/util/format.ts'
import type { Invoice } from './invoice.ts'
import { formatTaxRate } from './tax-rules.ts'

export type BillingDocument = Omit<Invoice, 'at' | 'card'> & {
  title: string
  at: Date
  /** When it last changed. */
  changedAt?: Date | undefined
  /** Its number and date, and a third fact if there is no badge. */
  facts: [name: string, value: string][]
  badge?: { text: string; tone: BadgeStyle } | undefined
  aside?: { title: string; text: string } | undefined
  settled: { text: string; amount: number; tone?: BadgeStyle | undefined }[]
  thanks: string
}

type BadgeStyle = { ground: string; text: string }

export const green: BadgeStyle = { ground: '#dcfce7', text: '#166534' }
export const amber: BadgeStyle = { ground: '#fef3c7', text: '#92400e' }

/** Renders a one-page PDF; the bytes are the same on every call until the document changes. */
export function renderDocumentPdf(document: BillingDocument): Promise<Buffer> {
  const { title, number, at, changedAt, seller } = document
  const info = {
    Title: `${title} ${number}`,
    Author: seller[0] ?? 'Dooryard',
    Creator: 'Dooryard',
    Producer: 'Dooryard',
    CreationDate: at,
    ...(changedAt && { ModDate: changedAt }),
  }
  return renderPdf(info, (page) => {
    drawHeading(page, document)
    const below = drawParties(page, document)
    const afterLines = drawTable(page, document, below + 34)
    aside(page, document, afterLines + 18)
    totals(page, document, afterLines + 14)
    footer(page, document)
  })
}

function drawHeading(page: PdfPage, { title, facts, badge }: BillingDocument) {
  drawLogo(page, sheet.left, 54, 30)
  page.put('Dooryard', sheet.left + 40, 58, { size: 16, bold: true, color: colors.strong })
  page.put(title, 356, 50, { size: 24, bold: true, color: colors.strong, align: 'right', width: 200 })
  facts.forEach(([name, value], index) => {
    const x = sheet.left + index * 150
    const width = index === 2 ? sheet.right - x : 140
    page.put(name, x, 124, { size: 8.5, color: colors.faint, width })
    page.put(value, x, 138, { size: 10.5, bold: true, color: colors.strong, width })
  })
  if (badge) drawBadge(page, badge.text, badge.tone)
}

function drawBadge({ pdf, put }: PdfPage, text: string, { ground, text: color }: BadgeStyle) {
  const width = pdf.font('bold').fontSize(10).widthOfString(text) + 26
  const x = sheet.right - width
  pdf.roundedRect(x, 127, width, 24, 12).fill(ground)
  put(text, x + 12, 132.5, { size: 10, bold: true, color, width: width - 12 })
}

/** Draws seller and buyer side by side; returns where they end. */
function drawParties(page: PdfPage, { seller, buyer }: BillingDocument): number {
  const top = 190
  page.rule(top - 16)
  const name = page.written(buyer.name) || buyer.email
  const people = [buyer.company && page.written(buyer.company), name, ...buyer.address.map(page.written)]
  const taxId = buyer.taxId && page.written(`${buyer.taxId.label} ${buyer.taxId.value}`)
  const bill = [...people, taxId, buyer.email].filter((text): text is string => Boolean(text))
  const blocks: [string, string[]][] = [
    ['From', seller.map(page.written).filter(Boolean).slice(0, 8)],
    ['Billed to', [...new Set(bill)]],
  ]
  const ends = blocks.map(([title, texts], index) => {
    const x = sheet.left + index * 258
    let y = top + page.put(title, x, top, { size: 8.5, color: colors.faint, width: 240 }) + 4
    texts.forEach((text, line) => {
      const style = line === 0 ? { bold: true, color: colors.strong, size: 10.5 } : {}
      y += page.put(text, x, y, { ...style, width: 242, lines: 2 }) + 1
    })
    return y
  })
  return Math.max(...ends)
}

const amountWidth = 95
const textWidth = sheet.inner - amountWidth - 20
/** The totals need the rest of the page: below this position, or with more lines than this, lines are set closer. */
const roomy = { until: 400, lines: 4 }
const maxLines = 6

function drawTable(page: PdfPage, { lines, currency }: BillingDocument, top: number): number {
  page.put('Description', sheet.left, top, { size: 8.5, color: colors.faint, width: textWidth })
  drawAmount(page, 'Amount', top, { size: 8.5, color: colors.faint })
  const isRoomy = top <= roomy.until && lines.length <= roomy.lines
  const style = { size: isRoomy ? 10 : 9.5, color: colors.strong }
  const padding = isRoomy ? 11 : 4
  let y = top + 18
  page.rule(y)
  for (const { text, amount } of foldLines(lines)) {
    y += padding
    drawAmount(page, formatMoney(amount, currency), y, style)
    y += page.put(page.written(text), sheet.left, y, { ...style, width: textWidth, lines: isRoomy ? 2 : 1 }) + padding
    page.rule(y)
  }
  return y
}

/** Keeps as many lines as fit on the page and merges the rest into one, so that the total still matches. */
function foldLines(lines: Invoice['lines']): Invoice['lines'] {
  if (lines.length <= maxLines) return lines
  const rest = lines.slice(maxLines - 1)
  const amount = rest.reduce((sum, line) => sum + line.amount, 0)
  return [...lines.slice(0, maxLines - 1), { text: `${rest.length} more`, amount }]
}

type TextStyle = { size?: number; color?: string; bold?: boolean }

/** An amount is never truncated: the largest possible one fits. */
const drawAmount = (page: PdfPage, text: string, y: number, style: TextStyle = {}) => {
  const width = style.bold ? 160 : amountWidth
  return page.put(text, sheet.right - width, y, { ...style, align: 'right', width })
}

function aside(page: PdfPage, { aside: says }: BillingDocument, top: number) {
  if (!says) return
  page.put(says.title, sheet.left, top, { size: 8.5, color: colors.faint, width: 220 })
  page.put(page.written(says.text) || says.text, sheet.left, top + 14, { size: 9, width: 220, lines: 12 })
}

function totals(page: PdfPage, document: BillingDocument, top: number) {
  const { lines, discount, total, tax, currency, settled } = document
  let y = top
  const row = (name: string, amount: string, style: TextStyle = {}) => {
    const height = page.put(name, 300, y, { ...style, width: sheet.right - amountWidth - 310, lines: 2 })
    drawAmount(page, amount, y, style)
    y += height + 8
  }
  if (discount) {
    const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
    row('Subtotal', formatMoney(subtotal, currency))
    row(page.written(discount.text) || 'Discount', formatMoney(-discount.amount, currency))
  }
  y += 4
  row('Total', formatMoney(total, currency), { size: 14, bold: true, color: colors.strong })
  if (tax.rate > 0) {
    const says = `Includes ${formatTaxRate(tax.rate)} ${page.written(tax.name) || 'tax'}: ${formatMoney(tax.amount, currency)}`
    y += page.put(says, 300, y, { size: 9, color: colors.faint, width: sheet.right - 300, lines: 2 }) + 10
  }
  page.pdf.moveTo(300, y).lineTo(sheet.right, y).lineWidth(0.75).strokeColor(colors.line).stroke()
  y += 12
  for (const { text, amount, tone } of settled) row(text, formatMoney(amount, currency), tone && { color: tone.text })
}

function footer(page: PdfPage, { number, currency, seller, thanks }: BillingDocument) {
  page.rule(738)
  const name = page.written(seller[0] ?? '') || 'Dooryard'
  const small = { size: 8.5, color: colors.faint }
  page.put(`${name} · ${thanks}`, sheet.left, 748, { ...small, width: 330 })
  page.put(`${number} · All amounts in ${currency}`, 396, 748, { ...small, align: 'right', width: 160 })
}

type InvoiceCard = NonNullable<Invoice['card']>

/** Formats the brand for people: `american_express` becomes American Express. */
export const formatCard = ({ brand, last4 }: InvoiceCard) => `${formatBrand(brand)} ending in ${last4}`

const formatBrand = (brand: string) => brand.replace(/_/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
