import type { Portfolio, Property } from '@dooryard/contract/properties/properties'
import { Skeleton, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { OtherProperties } from '../../../entities/property/other-properties.tsx'
import { buildOwnerFacts, RevealPropertyOwner } from '../../../entities/property/owner-facts.tsx'
import { sameOwnerQuery } from '../../../entities/property/property.data.ts'
import { listSources } from '../../../entities/property/property-facts.ts'
import { emptyValue, formatDollars, formatLongMonth, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { type StatTile, StatTiles } from '../../../ui/display/stats.tsx'
import classes from '../property.module.css'
import { PropertySection } from '../property-section.tsx'
import { getWholeYears } from './holding.ts'

/** How long, or since when; from the last sale, since no county publishes how long an owner has held. */
function toHolding({ lastSaleDate }: Property): StatTile {
  if (lastSaleDate === null) return { label: 'Held for', value: emptyValue }
  const years = getWholeYears(lastSaleDate, new Date().toISOString().slice(0, 10))
  return years < 1
    ? { label: 'Held since', value: formatLongMonth(lastSaleDate) }
    : { label: 'Held for', value: pluralize(years, 'year') }
}

/** How many properties an owner has, and what those of them are worth that have a value. */
function listPortfolioStats({ properties, valuedProperties, estimatedValue }: Portfolio): StatTile[] {
  const isPart = valuedProperties > 0 && valuedProperties < properties
  return [
    { label: 'Properties owned', value: formatNumber(properties) },
    {
      label: isPart ? `Value of ${formatNumber(valuedProperties)} of them` : 'Portfolio value',
      value: formatDollars(estimatedValue),
    },
  ]
}

function PortfolioStats({ property }: { property: Property }) {
  const { data, error } = useInfiniteQuery(sameOwnerQuery(property.propertyId))
  // The list below tells of the error.
  if (!data && !error) return <Skeleton height={76} mb={20} radius="md" />
  const portfolio = data?.pages[0]?.portfolio
  return (
    <StatTiles
      cols={{ base: 1, sm: 3 }}
      mb={20}
      stats={[...(portfolio ? listPortfolioStats(portfolio) : []), toHolding(property)]}
    />
  )
}

/** Who owns a property, how long, and what else. */
export const OwnerSection = ({ property }: { property: Property }) => (
  <PropertySection id="owner" title="Owner" sources={listSources(property, ['OWNER'])}>
    <div className={classes.columns}>
      <div>
        <DescriptionList items={buildOwnerFacts(property)} />
        <div className={classes.screenOnly}>
          <RevealPropertyOwner property={property} />
        </div>
      </div>
      <div>
        <Title order={3} mb={12}>
          Portfolio
        </Title>
        <PortfolioStats property={property} />
        <OtherProperties id={property.propertyId} />
      </div>
    </div>
  </PropertySection>
)
