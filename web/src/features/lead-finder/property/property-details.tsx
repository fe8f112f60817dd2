import { signals } from '@dooryard/contract/api/enums'
import { type Property, PropertyId } from '@dooryard/contract/properties/properties'
import type { Transfer } from '@dooryard/contract/properties/transfers'
import { Box, type ButtonProps, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Deed, Deeds } from '../../../criteria/deeds/deeds.tsx'
import { MaskedText } from '../../../criteria/owners/masked-text.tsx'
import { RevealOwner } from '../../../criteria/owners/reveal-owner.tsx'
import { SaveSearchButton } from '../../../criteria/saved-searches/save-search-button.tsx'
import { FindMatches } from '../../../entities/buyer/find-matches.tsx'
import { SingleLeadPanel } from '../../../entities/lead/single-lead-panel.tsx'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { canAccess } from '../../../lib/navigation/portal-access.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { PlacesMap } from '../../../map/lazy-map.tsx'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { getToneColors } from '../../../ui/display/tones.ts'
import { NotFound, NotFoundOrError } from '../../../ui/feedback/state-view.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { DetailGroup } from '../../../ui/overlay/detail-drawer.tsx'
import { propertyDetailQuery } from '../search/lead-finder.data.ts'
import { OtherProperties } from './other-properties.tsx'
import { buildFactGroups, listSources } from './property-facts.ts'
import { formatSale } from './sale-labels.ts'

const Sources = ({ sources }: { sources: readonly string[] }) =>
  sources.length > 0 && (
    <Stack gap={2} mt={-6} mb={10}>
      {sources.map((source) => (
        <Text key={source} fz={12} lh="16px" c="dimmed">
          {source}
        </Text>
      ))}
    </Stack>
  )

function Signals({ property }: { property: Property }) {
  if (property.signals.length === 0) return null
  return (
    <DetailGroup title="Lead indicators">
      <Sources sources={listSources(property, ['SIGNALS'])} />
      <PlainList gap={10}>
        {property.signals.map((signal) => (
          <li key={signal}>
            <Box
              component="span"
              display="inline-block"
              px={8}
              py={2}
              bdrs="sm"
              fz={12}
              fw={500}
              lh="20px"
              {...getToneColors('warn')}
            >
              {signals.label(signal)}
            </Box>
            <Text mt={2} fz={13} lh="20px" c="dimmed">
              {signals.description(signal)}
            </Text>
          </li>
        ))}
      </PlainList>
    </DetailGroup>
  )
}

/** The sales of a property, newest first, each with the rolls that record it. */
const Sales = ({ transfers, isMasked }: { transfers: Transfer[]; isMasked: boolean }) => (
  <Deeds>
    {transfers.map((transfer, index) => {
      const { parties, details, source } = formatSale(transfer, isMasked)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: two deeds may say the same, and the list never changes
        <Deed key={index} deed={transfer} notes={[source]}>
          {parties && <p>{isMasked ? <MaskedText what="Buyer and seller" text={parties} /> : parties}</p>}
          {details && <p>{details}</p>}
        </Deed>
      )
    })}
  </Deeds>
)

export function LocationMap({
  property: { propertyId, lat, lng, outline },
  street,
}: {
  property: Property
  street: string
}) {
  if (lat === null || lng === null) return null
  return (
    <Paper withBorder h={180} mt={16} style={{ overflow: 'hidden' }}>
      <PlacesMap
        center={undefined}
        miles={undefined}
        points={[{ id: propertyId, lat, lng, label: street, tone: 'accent' }]}
        outline={outline}
        active={propertyId}
        onActive={() => {}}
        onOpen={() => {}}
        label={`Where ${street} is`}
      />
    </Paper>
  )
}

/** Saves a search with the property, for users who have saved searches, and copies the link to it. */
export const PropertyButtons = ({ id, size }: { id: string; size?: ButtonProps['size'] }) => (
  <>
    {canAccess(useUser().role, '/portal/settings/saved-searches') && (
      <SaveSearchButton
        label="Save search with this property"
        size={size}
        criteria={{ only: { propertyIds: [id] } }}
        saved={undefined}
        onSaved={() => undefined}
      />
    )}
    <CopyButton value={window.location.href} what="the link to this property" />
  </>
)

/** What a user of the finders can do with a property. */
function Actions({ id }: { id: string }) {
  return (
    <Stack gap={10} mt={14}>
      <SingleLeadPanel propertyId={id} />
      <Group gap={8}>
        <LinkButton variant="default" size="xs" to="/portal/buyer-finder" search={{ property: id }}>
          Find buyers nearby
        </LinkButton>
        <PropertyButtons id={id} size="xs" />
      </Group>
      <FindMatches key={id} propertyId={id} />
    </Stack>
  )
}

/** Deeds may name owners of a property whose current one no roll names. */
const hasOwner = ({ ownerName, mailingAddress }: Property) => ownerName !== null || mailingAddress !== null

/** The facts of a property in groups, each with its sources. */
export const PropertyFacts = ({ property }: { property: Property }) => (
  <>
    <Signals property={property} />
    {buildFactGroups(property).map(({ title, facts, sources }) => (
      <DetailGroup key={title} title={title}>
        <Sources sources={sources} />
        {title === 'Sales' && property.transfers.length > 0 ? (
          <Sales transfers={property.transfers} isMasked={property.isOwnerMasked} />
        ) : (
          <DescriptionList items={facts} />
        )}
        {title === 'Owner' && property.isOwnerMasked && hasOwner(property) && (
          <RevealOwner propertyId={property.propertyId} />
        )}
        {title === 'Owner' && <OtherProperties id={property.propertyId} />}
      </DetailGroup>
    ))}
  </>
)

type LoadedPropertyProps = { id: string; skeleton: ReactNode; children: (property: Property) => ReactNode }

/** Loads a property for `children`; says so where there is none of that id. */
export function LoadedProperty({ id, skeleton, children }: LoadedPropertyProps) {
  const isId = PropertyId.safeParse(id).success
  const { data, error, refetch } = useQuery({ ...propertyDetailQuery(id), enabled: isId })
  if (!isId) return <NotFound what="The property" />
  if (error && !data) return <NotFoundOrError what="The property" error={error} onRetry={() => void refetch()} />
  return data ? children(data) : skeleton
}

export const PropertyDetails = ({ id, skeleton }: { id: string; skeleton: ReactNode }) => (
  <LoadedProperty id={id} skeleton={skeleton}>
    {(property) => (
      <>
        <h2>{formatStreetLine(property)}</h2>
        <Text mt={2} c="dimmed">
          {formatCityLine(property)}
        </Text>
        <Actions id={id} />
        <LocationMap property={property} street={formatStreetLine(property)} />
        <PropertyFacts property={property} />
      </>
    )}
  </LoadedProperty>
)
