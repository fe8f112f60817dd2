import { signals } from '@dooryard/contract/api/enums'
import type { Property } from '@dooryard/contract/properties/properties'
import { Group, Paper, Text } from '@mantine/core'
import { OwnerName } from '../../criteria/owners/masked-text.tsx'
import { SingleLeadPanel } from '../../entities/lead/single-lead-panel.tsx'
import { LocationMap } from '../../entities/property/location-map.tsx'
import { formatSqft, formatYear, listSources } from '../../entities/property/property-facts.ts'
import { formatPropertyType } from '../../entities/property/property-type.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import classes from './property.module.css'
import { SourceHint } from './source-hint.tsx'

/** The facts that tell what kind of property it is, at a glance. */
const KeyFacts = ({ property }: { property: Property }) => (
  <dl className={`${classes.key} numbers`}>
    {[
      ['Type', formatPropertyType(property)],
      ['Beds', formatNumber(property.bedrooms)],
      ['Baths', formatNumber(property.bathrooms)],
      ['Living area', formatSqft(property.livingAreaSqft)],
      ['Lot', formatSqft(property.lotSqft)],
      ['Built', formatYear(property.yearBuilt)],
    ].map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** What a property is and where, who owns it, and what the user has of it. */
export function PropertyHero({ property }: { property: Property }) {
  const { propertyId, lat, lng } = property
  return (
    <Paper withBorder className={classes.hero} data-no-map={lat === null || lng === null || undefined}>
      <div className={classes.map}>
        <LocationMap property={property} />
      </div>
      <div className={classes.about}>
        {property.signals.length > 0 && (
          <Group gap={6}>
            {property.signals.map((signal) => (
              <Tag key={signal} tone="warn">
                {signals.label(signal)}
              </Tag>
            ))}
            <SourceHint of="the lead indicators" sources={listSources(property, ['SIGNALS'])} />
          </Group>
        )}
        <Group gap={8} align="flex-start" wrap="nowrap">
          <KeyFacts property={property} />
          <SourceHint of="the key facts" sources={listSources(property, ['STRUCTURE', 'SITUS'])} />
        </Group>
        <div>
          <Group gap={4}>
            <Text fz="sm" lh="20px" c="dimmed">
              Owner
            </Text>
            <SourceHint of="the owner" sources={listSources(property, ['OWNER'])} />
          </Group>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            <OwnerName row={property} />
          </Text>
        </div>
        <div className={classes.screenOnly}>
          <SingleLeadPanel propertyId={propertyId} />
        </div>
      </div>
    </Paper>
  )
}
