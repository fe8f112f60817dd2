import type { Property } from '@dooryard/contract/properties/properties'
import { Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { OtherProperties } from '../../../entities/property/other-properties.tsx'
import { buildOwnerFacts, RevealPropertyOwner } from '../../../entities/property/owner-facts.tsx'
import { sameOwnerQuery } from '../../../entities/property/property.data.ts'
import { listSources } from '../../../entities/property/property-facts.ts'
import { emptyValue, formatDollars, formatLongMonth, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { StatTiles } from '../../../ui/display/stats.tsx'
import classes from '../property.module.css'
import { PropertySection } from '../property-section.tsx'
import { getWholeYears } from './holding.ts'

/** `12 years`, and since when; from the last sale, since no county publishes how long an owner has held. */
function formatHolding({ lastSaleDate }: Property) {
  if (lastSaleDate === null) return emptyValue
  const years = getWholeYears(lastSaleDate, new Date().toISOString().slice(0, 10))
  return years < 1 ? `Since ${formatLongMonth(lastSaleDate)}` : pluralize(years, 'year')
}

function Portfolio({ property }: { property: Property }) {
  const { data } = useInfiniteQuery(sameOwnerQuery(property.propertyId))
  const portfolio = data?.pages[0]?.portfolio
  const valued = portfolio && portfolio.valuedProperties < portfolio.properties
  return (
    <StatTiles
      cols={{ base: 1, sm: 3 }}
      mb={20}
      stats={[
        { label: 'Properties owned', value: formatNumber(portfolio?.properties ?? property.propertiesOwned) },
        {
          label: valued ? `Value of ${formatNumber(portfolio.valuedProperties)} of them` : 'Portfolio value',
          value: formatDollars(portfolio?.estimatedValue ?? null),
        },
        { label: 'Held for', value: formatHolding(property) },
      ]}
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
        <Portfolio property={property} />
        <OtherProperties id={property.propertyId} />
      </div>
    </div>
  </PropertySection>
)
