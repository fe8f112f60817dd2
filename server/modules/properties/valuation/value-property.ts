import type { IndexedValue, Valuation, ValuationQuery } from '@dooryard/contract/properties/valuation'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { getCoverage } from '../places/coverage.ts'
import { listRollHeaders } from '../rolls/rolls.queries.ts'
import { type AnswerCache, toDigest } from '../search/answer-cache.ts'
import { toIsoDay } from '../search/compile/clauses.ts'
import { type DataVersion, readDataVersion } from '../search/data-version.queries.ts'
import { type Limits, listLimits } from './choose-comparables.ts'
import { estimateFromSales, refuse } from './estimate-from-sales.ts'
import type { AdjustedSale, ValueFromSales } from './estimate-value.ts'
import { applyIndex } from './price-index/apply-index.ts'
import { findLastSale, listIndexValues } from './price-index/price-indexes.queries.ts'
import { findHome, type Home, type SubjectHome } from './sales-near.queries.ts'

export type ValuationService = { cache: AnswerCache }

/**
 * Estimates the value of a property from comparable sales, as of today; cached by data version. Without an estimate,
 * says why. NOT_FOUND for an unknown property.
 */
export async function valueProperty(
  ctx: Context,
  { cache }: ValuationService,
  propertyId: string,
  query: ValuationQuery,
): Promise<Valuation> {
  const data = await readDataVersion(ctx.db)
  const question = ['valuation', data.version, toIsoDay(ctx.clock.now()), propertyId, toDigest(query)]
  return cache.ask(question, ctx.signal, (signal) => computeValuation({ ...ctx, signal }, data, propertyId, query))
}

async function computeValuation(
  ctx: Context,
  data: DataVersion,
  propertyId: string,
  query: ValuationQuery,
): Promise<Valuation> {
  const found = await findHome(ctx.clickhouse, propertyId, { signal: ctx.signal })
  if (!found) throw notFound('This property')
  const { countyFips, source, ...subject } = found
  const refusal = refuse(found)
  const value = refusal
    ? nothing(query)
    : await estimateFromSales(
        {
          clickhouse: ctx.clickhouse,
          signal: ctx.signal,
          today: toIsoDay(ctx.clock.now()),
          coverage: getCoverage(ctx, data),
        },
        found as SubjectHome,
        query,
      )
  const { comparables, ...rest } = value
  const reason = refusal ?? (value.estimate ? null : 'TOO_FEW_COMPARABLES')
  const [indexed, rolls] = await Promise.all([
    reason && reason !== 'NO_TYPE' && reason !== 'UNKNOWN_TYPE' ? indexLastSale(ctx, found) : null,
    listRollHeaders(ctx.db),
  ])
  const describeRoll = createRollDescriber(rolls)
  return {
    ...{ subject: { ...subject, ...describeRoll(source) }, ...rest, reason, indexed },
    comparables: comparables.map((sale) => presentSale(sale, describeRoll)),
  }
}

/** The indexes are of houses, so only the price of a home is brought to today. */
async function indexLastSale({ clickhouse, clock, signal }: Context, home: Home): Promise<IndexedValue | null> {
  const [sale, values] = await Promise.all([
    findLastSale(clickhouse, home, toIsoDay(clock.now()), { signal }),
    listIndexValues(clickhouse, home, { signal }),
  ])
  return sale ? applyIndex(sale, values) : null
}

function nothing(query: ValuationQuery): ValueFromSales {
  const [used] = listLimits(query) as [Limits]
  return { used, isWidened: false, estimate: null, trendPercent: null, candidates: 0, comparables: [] }
}

type DescribeRoll = (source: string) => { roll: string; recordedOn: string | null }

/** A roll's rows are visible a moment before its entry. */
function createRollDescriber(
  rolls: readonly { source: string; name: string; recordedOn: string | null }[],
): DescribeRoll {
  const bySource = new Map(rolls.map((roll) => [roll.source, roll]))
  return (source) => ({
    roll: bySource.get(source)?.name ?? source,
    recordedOn: bySource.get(source)?.recordedOn ?? null,
  })
}

function presentSale(
  { countyFips, miles, years, areaRatio, isSameType, source, ...sale }: AdjustedSale,
  describeRoll: DescribeRoll,
): Valuation['comparables'][number] {
  return {
    ...{ ...sale, ...describeRoll(source) },
    distanceMiles: Math.round(miles * 100) / 100,
    pricePerSqft: sale.livingAreaSqft ? Math.round((sale.price / sale.livingAreaSqft) * 100) / 100 : null,
  }
}
