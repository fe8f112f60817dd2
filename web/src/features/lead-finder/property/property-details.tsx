import type { Property } from '@dooryard/contract/properties/properties'
import { Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { AddToList } from '../../../criteria/lists/add-to-list.tsx'
import { SaveSearchButton } from '../../../criteria/saved-searches/save-search-button.tsx'
import { FindMatches } from '../../../entities/buyer/find-matches.tsx'
import { SingleLeadPanel } from '../../../entities/lead/single-lead-panel.tsx'
import { LoadedProperty } from '../../../entities/property/loaded-property.tsx'
import { LocationMap } from '../../../entities/property/location-map.tsx'
import { OtherProperties } from '../../../entities/property/other-properties.tsx'
import { RevealPropertyOwner } from '../../../entities/property/owner-facts.tsx'
import { buildFactGroups, listSources } from '../../../entities/property/property-facts.ts'
import { OpenPageButton } from '../../../entities/property/property-link.tsx'
import { PropertySales } from '../../../entities/property/property-sales.tsx'
import { SignalList, Sources } from '../../../entities/property/property-signals.tsx'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { DetailGroup } from '../../../ui/overlay/detail-drawer.tsx'
import { PropertyLink } from '../table/property-link.tsx'

function Actions({ id }: { id: string }) {
  return (
    <Stack gap={10} mt={14}>
      <SingleLeadPanel propertyId={id} />
      <Group gap={8}>
        <OpenPageButton propertyId={id} />
        <LinkButton variant="default" size="xs" to="/portal/buyer-finder" search={{ property: id }}>
          Find buyers nearby
        </LinkButton>
        <AddToList properties={{ propertyIds: [id] }} button={{ size: 'xs' }} />
        <SaveSearchButton
          label="Save search with this property"
          size="xs"
          criteria={{ only: { propertyIds: [id] } }}
          saved={undefined}
          onSaved={() => undefined}
        />
        <CopyButton value={window.location.href} what="the link to this property" />
      </Group>
      <FindMatches key={id} propertyId={id} />
    </Stack>
  )
}

const Facts = ({ property }: { property: Property }) => (
  <>
    {property.signals.length > 0 && (
      <DetailGroup title="Lead indicators">
        <Sources sources={listSources(property, ['SIGNALS'])} />
        <SignalList property={property} />
      </DetailGroup>
    )}
    {buildFactGroups(property).map(({ title, facts, sources }) => (
      <DetailGroup key={title} title={title}>
        <Sources sources={sources} />
        {title === 'Sales' && property.transfers.length > 0 ? (
          <PropertySales transfers={property.transfers} isMasked={property.isOwnerMasked} />
        ) : (
          <DescriptionList items={facts} />
        )}
        {title === 'Owner' && (
          <>
            <RevealPropertyOwner property={property} />
            <OtherProperties id={property.propertyId} renderLink={(row) => <PropertyLink row={row} isReachable />} />
          </>
        )}
      </DetailGroup>
    ))}
  </>
)

/** A property in the drawer of the lead finder. */
export const PropertyDetails = ({ id, skeleton }: { id: string; skeleton: ReactNode }) => (
  <LoadedProperty id={id} skeleton={skeleton}>
    {(property) => (
      <>
        <h2>{formatStreetLine(property)}</h2>
        <Text mt={2} c="dimmed">
          {formatCityLine(property)}
        </Text>
        <Actions id={id} />
        {property.lat !== null && (
          <Paper withBorder h={180} mt={16} style={{ overflow: 'hidden' }}>
            <LocationMap property={property} />
          </Paper>
        )}
        <Facts property={property} />
      </>
    )}
  </LoadedProperty>
)
