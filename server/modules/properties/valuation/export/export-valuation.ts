import { Readable } from 'node:stream'
import {
  type Comparable,
  getMaximumOffer,
  type Valuation,
  type ValuationExport,
} from '@dooryard/contract/properties/valuation'
import type { Context } from '../../../../platform/context.ts'
import { buildCsvDownload, type CsvColumns } from '../../../../platform/files/csv/csv-download.ts'
import { listRollHeaders } from '../../rolls/rolls.queries.ts'
import { toIsoDay } from '../../search/compile/clauses.ts'
import { demoCountyFile } from '../../sources/demo.ts'
import { type ValuationService, valueProperty } from '../value-property.ts'
import { renderValuationPdf } from './valuation-pdf.ts'

type ExportedFile = { fileName: string; contentType: string; size?: number; body: Readable }

/** The estimate of a property with its comparables, as a page to send or as a table. NOT_FOUND for an unknown property. */
export async function exportValuation(
  ctx: Context,
  service: ValuationService,
  propertyId: string,
  { format, afterRepairValue, offerPercent, repairs, fee, ...query }: ValuationExport,
): Promise<ExportedFile> {
  const valuation = await valueProperty(ctx, service, propertyId, query)
  const value = afterRepairValue ?? valuation.estimate?.value
  const offer =
    offerPercent === undefined || value === undefined
      ? undefined
      : { afterRepairValue: value, offerPercent, repairs, fee }
  const generatedRolls = await listGeneratedRolls(ctx)
  if (format === 'CSV') return exportCsv(ctx, valuation, generatedRolls)
  const { subject, comparables } = valuation
  const isGenerated = [subject, ...comparables].some(({ roll }) => generatedRolls.has(roll))
  const at = ctx.clock.now()
  const pdf = await renderValuationPdf({
    ...{ valuation, isGenerated, at },
    offer: offer && { ...offer, maximumOffer: getMaximumOffer(offer) },
  })
  return {
    fileName: `${toFileName(valuation)}-${toIsoDay(at)}.pdf`,
    contentType: 'application/pdf',
    size: pdf.length,
    body: Readable.from([pdf]),
  }
}

/** The names of the rolls that were made up for a demo. */
async function listGeneratedRolls({ db }: Context): Promise<Set<string>> {
  const rolls = await listRollHeaders(db)
  const generated = rolls.filter(({ isGenerated, source }) => isGenerated || source === demoCountyFile.source)
  return new Set(generated.map(({ name }) => name))
}

const toFileName = ({ subject }: Valuation) =>
  `comparables-${(subject.address ?? subject.propertyId)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`

async function* oneBatch<Row>(rows: readonly Row[]) {
  yield rows
}

const exportCsv = ({ clock, log }: Context, valuation: Valuation, generatedRolls: ReadonlySet<string>) =>
  buildCsvDownload({
    name: toFileName(valuation),
    at: clock.now(),
    columns: [...csvColumns, ['Generated', ({ roll }) => (generatedRolls.has(roll) ? 'Yes' : 'No')]],
    batches: oneBatch(valuation.comparables),
    log,
  })

const csvColumns: CsvColumns<Comparable> = [
  ['Property ID', ({ propertyId }) => propertyId],
  ['Address', ({ address }) => address],
  ['Unit', ({ unit }) => unit],
  ['City', ({ city }) => city],
  ['State', ({ state }) => state],
  ['ZIP', ({ zip }) => zip],
  ['Distance (miles)', ({ distanceMiles }) => distanceMiles],
  ['Sold On', ({ soldOn, isMonthOnly }) => (isMonthOnly ? soldOn.slice(0, 7) : soldOn)],
  ['Price', ({ price }) => price],
  ['Price per Sq Ft', ({ pricePerSqft }) => pricePerSqft],
  ['Living Area (sq ft)', ({ livingAreaSqft }) => livingAreaSqft],
  ['Lot (sq ft)', ({ lotSqft }) => lotSqft],
  ['Year Built', ({ yearBuilt }) => yearBuilt],
  ['Bedrooms', ({ bedrooms }) => bedrooms],
  ['Bathrooms', ({ bathrooms }) => bathrooms],
  ['Adjustment: Date of Sale', ({ adjustments }) => adjustments.date],
  ['Adjustment: Living Area', ({ adjustments }) => adjustments.area],
  ['Adjustment: Lot', ({ adjustments }) => adjustments.lot],
  ['Adjustment: Age', ({ adjustments }) => adjustments.age],
  ['Adjustment: Bathrooms', ({ adjustments }) => adjustments.bathrooms],
  ['Adjustment: Location', ({ adjustments }) => adjustments.location],
  ['Adjusted Price', ({ adjustedPrice }) => adjustedPrice],
  ['Weight (%)', ({ weight }) => Math.round(weight * 1_000) / 10],
  ['Added by Hand', ({ isAdded }) => (isAdded ? 'Yes' : 'No')],
  ['Source', ({ roll }) => roll],
  ['Source Date', ({ recordedOn }) => recordedOn],
]
