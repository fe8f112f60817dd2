import { type Comparable, priceAdjustments } from '@dooryard/contract/properties/valuation'
import { colors, type PdfPage, sheet } from '../../../../platform/files/pdf/pdf-page.ts'
import { formatNumber } from '../../../../platform/util/format.ts'
import { toTitleCase } from '../../derive/names/name-case.ts'
import { formatChange, formatDollars } from './valuation-texts.ts'

type Column = { title: string; x: number; width: number; cell: (sale: Comparable) => string }

const columns: readonly Column[] = [
  { title: 'Miles', x: 216, width: 32, cell: ({ distanceMiles }) => distanceMiles.toFixed(2) },
  { title: 'Sold', x: 254, width: 58, cell: ({ soldOn, isMonthOnly }) => (isMonthOnly ? soldOn.slice(0, 7) : soldOn) },
  { title: 'Sq ft', x: 316, width: 40, cell: ({ livingAreaSqft }) => formatKnown(livingAreaSqft) },
  { title: 'Built', x: 360, width: 34, cell: ({ yearBuilt }) => (yearBuilt === null ? '' : String(yearBuilt)) },
  { title: 'Price', x: 398, width: 60, cell: ({ price }) => formatDollars(price) },
  {
    title: '$/sq ft',
    x: 460,
    width: 36,
    cell: ({ pricePerSqft }) => formatKnown(pricePerSqft && Math.round(pricePerSqft)),
  },
  { title: 'Adjusted', x: 498, width: 58, cell: ({ adjustedPrice }) => formatDollars(adjustedPrice) },
]

const formatKnown = (value: number | null) => (value === null ? '' : formatNumber(value))

const rowHeight = 29
const lastRow = 710

/** Draws the comparables, on further pages where they do not fit; `onPage` draws the rest of each page. */
export function drawComparables(
  page: PdfPage,
  comparables: readonly Comparable[],
  top: number,
  onPage: (number: number) => void,
): void {
  let number = 1
  onPage(number)
  if (comparables.length === 0) return
  page.put('Comparable sales', sheet.left, top, { size: 12, bold: true, color: colors.strong })
  let y = drawHead(page, top + 22)
  for (const sale of comparables) {
    if (y + rowHeight > lastRow) {
      page.pdf.addPage()
      number += 1
      onPage(number)
      y = drawHead(page, 54)
    }
    drawRow(page, sale, y)
    y += rowHeight
    page.rule(y)
  }
}

function drawHead(page: PdfPage, y: number): number {
  const style = { size: 8, color: colors.faint }
  page.put('Address', sheet.left, y, { ...style, width: 150 })
  for (const { title, x, width } of columns) page.put(title, x, y, { ...style, width, align: 'right' })
  page.rule(y + 14)
  return y + 14
}

function drawRow(page: PdfPage, sale: Comparable, y: number) {
  const address = [toTitleCase(sale.address ?? ''), sale.unit].filter(Boolean).join(', ')
  const style = { size: 8.5, color: colors.strong }
  page.put(page.written(address) || 'Address unknown', sheet.left, y + 4, { ...style, width: 160 })
  for (const { x, width, cell } of columns) page.put(cell(sale), x, y + 4, { ...style, width, align: 'right' })
  page.put(describeAdjustments(sale), sheet.left, y + 16, { size: 7.5, color: colors.faint, width: sheet.inner })
}

function describeAdjustments({ adjustments, isAdded, weight }: Comparable): string {
  const changes = priceAdjustments.values.flatMap((name) =>
    adjustments[name] === 0 ? [] : `${priceAdjustments.label(name)} ${formatChange(adjustments[name])}`,
  )
  const share = `Weight ${(weight * 100).toFixed(0)}%`
  return [...changes, share, ...(isAdded ? ['Added by hand'] : [])].join(' · ')
}
