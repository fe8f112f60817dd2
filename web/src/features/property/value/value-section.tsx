import type { Property } from '@dooryard/contract/properties/properties'
import { type Estimate, type Valuation, valuationRefusals } from '@dooryard/contract/properties/valuation'
import { Box, Skeleton, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { formatDeedDay } from '../../../criteria/deeds/deed-labels.ts'
import { listSources } from '../../../entities/property/property-facts.ts'
import { formatDay, formatDollars, formatTenths, pluralize } from '../../../lib/format/format.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { PropertySection } from '../property-section.tsx'
import { Calculator } from './calculator.tsx'
import type { OnValuationState, ValuationState } from './valuation-state.ts'
import classes from './value.module.css'

/** Where the estimate lies in its range. */
function RangeBar({ estimate: { value, low, high } }: { estimate: Estimate }) {
  const share = high > low ? ((value - low) / (high - low)) * 100 : 50
  return (
    <Box mt={16} className="numbers">
      <div className={classes.range} style={{ '--at': `${share}%` } as CSSProperties} aria-hidden="true" />
      <div className={classes.ends}>
        <span>
          <span className="visually-hidden">From </span>
          {formatDollars(low)}
        </span>
        <span>
          <span className="visually-hidden">to </span>
          {formatDollars(high)}
        </span>
      </div>
    </Box>
  )
}

const EstimateView = ({ estimate, trend }: { estimate: Estimate; trend: number | null }) => (
  <>
    <Text fz="sm" lh="20px" c="dimmed">
      Estimate of {formatDay(estimate.asOf)}
    </Text>
    <Text fz={32} lh="40px" fw={600} lts="-0.02em" className="numbers">
      {formatDollars(estimate.value)}
    </Text>
    <RangeBar estimate={estimate} />
    <Text fz="sm" lh="20px" c="dimmed" mt={12}>
      Computed from {pluralize(estimate.salesUsed, 'comparable sale')}. Of 100 prices, about {estimate.rangePercent} lie
      in such a range.
      {trend !== null &&
        ` Prices nearby have ${trend < 0 ? 'fallen' : 'risen'} by ${formatTenths(Math.abs(trend))}% in a year.`}
    </Text>
  </>
)

function NoEstimate({ valuation: { reason, indexed } }: { valuation: Valuation }) {
  return (
    <>
      <Text fw={600}>No estimate</Text>
      <Text c="dimmed" mt={4} maw="52ch">
        {reason ? valuationRefusals.description(reason) : 'This property cannot be estimated.'}
        {reason === 'TOO_FEW_COMPARABLES' && ' Widen the search below, or add sales by hand.'}
      </Text>
      {indexed && (
        <Box mt={20}>
          <Text fz="sm" lh="20px" c="dimmed">
            Last sale, indexed
          </Text>
          <Text fz={22} lh="28px" fw={600} className="numbers">
            {formatDollars(indexed.value)}
          </Text>
          <Text fz="sm" lh="20px" c="dimmed" mt={4}>
            Sold for {formatDollars(indexed.lastSalePrice)} on {formatDay(indexed.lastSaleDate)}, times the change of
            the {indexed.indexName} from {indexed.from} to {indexed.to}. This is not an estimate from comparables.
          </Text>
        </Box>
      )}
    </>
  )
}

/** What the county says, beside the estimate. */
const CountyValues = ({ property }: { property: Property }) => (
  <Box mt={24}>
    <DescriptionList
      isNumeric
      items={[
        property.marketValue !== null && {
          label: property.valueYear ? `County market value, ${property.valueYear}` : 'County market value',
          value: formatDollars(property.marketValue),
        },
        property.assessedValue !== null && { label: 'Assessed value', value: formatDollars(property.assessedValue) },
        property.lastSalePrice !== null && {
          label: `Last sale, ${formatDeedDay(property.lastSaleDate, property.isLastSaleMonthOnly)}`,
          value: formatDollars(property.lastSalePrice),
        },
        property.estimatedValue !== null && {
          label: 'Value in the county dataset',
          value: formatDollars(property.estimatedValue),
        },
        property.equityAmount !== null && {
          label: 'That value less open mortgages',
          value: formatDollars(property.equityAmount),
        },
      ]}
    />
  </Box>
)

type ValueSectionProps = {
  property: Property
  result: Pick<UseQueryResult<Valuation>, 'data' | 'error' | 'refetch'>
  state: ValuationState
  onState: OnValuationState
}

/** What a property is worth, and how much to offer for it. */
export const ValueSection = ({ property, result, state, onState }: ValueSectionProps) => (
  <PropertySection id="value" title="Value" sources={listSources(property, ['VALUE', 'SALE'])}>
    <div className={classes.value}>
      <div>
        <QueryContent what="The estimate" result={result} loading={<Skeleton height={150} radius="md" />}>
          {(valuation) =>
            valuation.estimate ? (
              <EstimateView estimate={valuation.estimate} trend={valuation.trendPercent} />
            ) : (
              <NoEstimate valuation={valuation} />
            )
          }
        </QueryContent>
        <CountyValues property={property} />
      </div>
      <Calculator estimate={result.data?.estimate} state={state} onState={onState} />
    </div>
  </PropertySection>
)
