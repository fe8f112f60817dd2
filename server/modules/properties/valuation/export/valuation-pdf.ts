import { assetSubGroups } from '@dooryard/contract/api/enums'
import { type OfferTerms, type Valuation, valuationRefusals } from '@dooryard/contract/properties/valuation'
import { colors, drawLogo, type PdfPage, renderPdf, sheet } from '../../../../platform/files/pdf/pdf-page.ts'
import { formatDay, formatNumber, pluralize } from '../../../../platform/util/format.ts'
import { toTitleCase } from '../../derive/names/name-case.ts'
import { drawComparables } from './comparables-table.ts'
import { formatDollars, formatPlace } from './valuation-texts.ts'

export type PrintedValuation = {
  valuation: Valuation
  offer?: (OfferTerms & { maximumOffer: number }) | undefined
  /** Some of its sales were made up for a demo. */
  isGenerated: boolean
  at: Date
}

/** Renders the pages that show what a property is worth, and by which sales. */
export function renderValuationPdf(printed: PrintedValuation): Promise<Buffer> {
  const { valuation, at } = printed
  const info = {
    Title: `${valuation.estimate ? 'Estimate' : 'Value'} of ${toTitleCase(valuation.subject.address ?? 'a property')}`,
    ...{ Author: 'Dooryard', Creator: 'Dooryard', Producer: 'Dooryard', CreationDate: at },
  }
  return renderPdf(info, (page) => {
    drawHeading(page, printed)
    const belowValue = drawValue(page, valuation, 178)
    const belowOffer = drawOffer(page, printed, belowValue + 16)
    drawComparables(page, valuation.comparables, belowOffer + 18, (number) => drawFooter(page, printed, number))
  })
}

const faint = { size: 8.5, color: colors.faint }

function drawHeading(page: PdfPage, { valuation: { subject, estimate }, at }: PrintedValuation) {
  drawLogo(page, sheet.left, 44, 22)
  page.put('Dooryard', sheet.left + 30, 47, { size: 12, bold: true, color: colors.strong, width: 200 })
  page.put(`${estimate ? 'Estimate' : 'As'} of ${formatDay(at)}`, 306, 49, { ...faint, align: 'right', width: 250 })
  const address = page.written(toTitleCase(subject.address ?? '')) || 'Address unknown'
  const unit = subject.unit ? `, ${page.written(subject.unit)}` : ''
  page.put(`${address}${unit}`, sheet.left, 84, { size: 20, bold: true, color: colors.strong })
  page.put(page.written(formatPlace(subject)), sheet.left, 112, { size: 10.5 })
  const known = (value: number | null, format = formatNumber) => (value === null ? 'Unknown' : format(value))
  const facts = [
    ['Type', subject.assetSubGroup ? assetSubGroups.label(subject.assetSubGroup) : 'Unknown'],
    ['Bedrooms', known(subject.bedrooms)],
    ['Bathrooms', known(subject.bathrooms)],
    ['Living area', known(subject.livingAreaSqft, (area) => `${formatNumber(area)} sq ft`)],
    ['Lot', known(subject.lotSqft, (area) => `${formatNumber(area)} sq ft`)],
    ['Built', known(subject.yearBuilt, String)],
  ] as const
  facts.forEach(([name, value], at) => {
    const x = sheet.left + at * (sheet.inner / facts.length)
    page.put(name, x, 138, { ...faint, width: 78 })
    page.put(value, x, 150, { size: 10, bold: true, color: colors.strong, width: 78 })
  })
}

/** Draws the estimate, or why there is none; returns where it ends. */
function drawValue(page: PdfPage, valuation: Valuation, top: number): number {
  const { estimate, reason, indexed } = valuation
  page.rule(top)
  const y = top + 14
  if (estimate) {
    page.put('Estimate', sheet.left, y, { ...faint, width: 160 })
    page.put(formatDollars(estimate.value), sheet.left, y + 13, {
      size: 24,
      bold: true,
      color: colors.strong,
      width: 180,
    })
    page.put('Range', 250, y, { ...faint, width: 150 })
    const range = `${formatDollars(estimate.low)} to ${formatDollars(estimate.high)}`
    page.put(range, 250, y + 13, { size: 12.5, bold: true, color: colors.strong, width: 306 })
    const says = `${estimate.rangePercent} of 100 homes that we tested sold within such a range. ${describeSales(valuation)}`
    page.put(says, 250, y + 32, { ...faint, width: 306, lines: 3 })
    return y + 62
  }
  if (indexed) {
    page.put('Last sale, adjusted by an index of house prices', sheet.left, y, { ...faint, width: 300 })
    page.put(formatDollars(indexed.value), sheet.left, y + 13, {
      size: 24,
      bold: true,
      color: colors.strong,
      width: 180,
    })
    const says = `${formatDollars(indexed.lastSalePrice)} on ${indexed.lastSaleDate}, times ${indexed.change.toFixed(2)}: ${page.written(indexed.indexName)}, from ${indexed.from} to ${indexed.to}. Not an estimate from comparable sales.`
    page.put(says, 250, y + 13, { ...faint, width: 306, lines: 3 })
    return y + 62
  }
  page.put('No estimate', sheet.left, y, { size: 14, bold: true, color: colors.strong })
  page.put(reason ? valuationRefusals.description(reason) : '', sheet.left, y + 22, { size: 9.5, lines: 2 })
  return y + 44
}

function describeSales({ estimate, candidates, used: { miles, months }, comparables }: Valuation): string {
  const within = `within ${miles} ${miles === 1 ? 'mile' : 'miles'} and ${pluralize(months, 'month')}`
  const added = comparables.filter(({ isAdded }) => isAdded).length
  const used = estimate?.salesUsed ?? 0
  const found = `of ${pluralize(candidates, 'sale')} ${within}`
  const sales = `From ${pluralize(used, 'comparable sale')}`
  if (added === 0) return `${sales}, ${found}.`
  return `${sales}: ${formatNumber(used - added)} ${found}, and ${formatNumber(added)} added by hand.`
}

/** Draws how the maximum offer comes about; returns where it ends. */
function drawOffer(page: PdfPage, { offer }: PrintedValuation, top: number): number {
  if (!offer) return top - 16
  page.pdf.roundedRect(sheet.left, top, sheet.inner, 52, 6).fill('#f3f4f6')
  const parts = [
    ['After-repair value', formatDollars(offer.afterRepairValue)],
    [`Of which ${offer.offerPercent}%`, formatDollars(Math.round((offer.afterRepairValue * offer.offerPercent) / 100))],
    ['Repairs', formatDollars(-offer.repairs)],
    ['Fee', formatDollars(-offer.fee)],
    ['Maximum offer', formatDollars(offer.maximumOffer)],
  ] as const
  parts.forEach(([name, value], at) => {
    const x = sheet.left + 14 + at * 97
    page.put(name, x, top + 11, { ...faint, width: 92 })
    const isLast = at === parts.length - 1
    page.put(value, x, top + 25, { size: isLast ? 13 : 11, bold: isLast, color: colors.strong, width: 92 })
  })
  return top + 52
}

function describeValue({ estimate, indexed }: Valuation): string {
  if (estimate) return 'An estimate from public records'
  return indexed ? 'A past price, adjusted by an index of house prices' : 'From public records'
}

function drawFooter(page: PdfPage, { valuation, isGenerated }: PrintedValuation, number: number) {
  const sources = new Map(
    [valuation.subject, ...valuation.comparables].map(({ roll, recordedOn }) => [roll, recordedOn]),
  )
  const named = [...sources].map(([roll, day]) => `${page.written(roll)}${day ? ` of ${day}` : ''}`)
  page.rule(718)
  const notice = isGenerated ? 'Generated data: these homes and sales do not exist. ' : ''
  const says = `${notice}${describeValue(valuation)}, not an appraisal.`
  page.put(says, sheet.left, 726, { size: 8, color: colors.normal, width: 440 })
  page.put(`Page ${number}`, sheet.right - 50, 726, { size: 8, color: colors.faint, align: 'right', width: 50 })
  page.put(`Sources: ${named.join('; ')}`, sheet.left, 739, { size: 8, color: colors.faint, lines: 2 })
}
