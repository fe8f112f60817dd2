import type { Property } from '@dooryard/contract/properties'
import { signals } from '@dooryard/contract/vocabularies'
import { useQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { PlacesMap } from '../../map/late-map.tsx'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { propertyDetail } from './lead-finder.data.ts'
import { OtherProperties } from './other-properties.tsx'
import classes from './property-drawer.module.css'
import { factGroups, signalSources, titleOf } from './property-facts.ts'
import { PropertySales } from './property-sales.tsx'
import { PropertyWaiting } from './property-waiting.tsx'
import { useLeastOrder } from './use-least-order.ts'

const signalWords = new Map(signals.terms.map((term) => [term.value, term]))

const Sources = ({ sources }: { sources: readonly string[] }) =>
  sources.map((source) => (
    <p key={source} className={classes.source}>
      {source}
    </p>
  ))

/** The signals of a property with what each of them means. */
function Signals({ property }: { property: Property }) {
  if (property.signals.length === 0) return null
  return (
    <DetailGroup title="Signals">
      <Sources sources={signalSources(property)} />
      <ul className={classes.signals}>
        {property.signals.map((signal) => (
          <li key={signal}>
            <span>{signals.label(signal)}</span>
            <p>{signalWords.get(signal)?.description}</p>
          </li>
        ))}
      </ul>
    </DetailGroup>
  )
}

function Where({ property: { propertyId, lat, lng }, street }: { property: Property; street: string }) {
  if (lat === null || lng === null) return null
  return (
    <div className={classes.map}>
      <PlacesMap
        center={undefined}
        miles={undefined}
        points={[{ id: propertyId, lat, lng, label: street, tone: 'accent' }]}
        active={propertyId}
        onActive={() => {}}
        onOpen={() => {}}
        label={`Where ${street} is`}
      />
    </div>
  )
}

function Acts({ id }: { id: string }) {
  const least = useLeastOrder()
  return (
    <div className={classes.acts}>
      {least === 1 && (
        <LinkButton
          to="/portal/orders/create"
          search={{ criteria: { only: { propertyIds: [id] } }, type: undefined }}
          leftSection={<PackagePlus size={16} aria-hidden="true" />}
        >
          Order this lead
        </LinkButton>
      )}
      <LinkButton variant="default" to="/portal/buyer-finder" search={{ property: id }}>
        Who buys around here
      </LinkButton>
      <CopyButton value={window.location.href} what="the link to this property" />
      {least > 1 && (
        <p className={classes.least}>
          An order has at least {formatNumber(least)} leads: select this one and others in the table to order them.
        </p>
      )}
    </div>
  )
}

function bodyOf(title: string, property: Property, facts: ReactNode) {
  const isTold = title === 'Sales' && property.transfers.length > 0
  return isTold ? <PropertySales transfers={property.transfers} /> : facts
}

/** Everything known of one property, group by group, and where it comes from. */
export function PropertyDetails({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(propertyDetail(id))
  if (error && !data) return <MissingOrFailed what="The property" error={error} onRetry={() => void refetch()} />
  if (!data) return <PropertyWaiting />
  const { street, town } = titleOf(data)
  return (
    <>
      <h2>{street}</h2>
      <p className={classes.town}>{town}</p>
      <Acts id={id} />
      <Where property={data} street={street} />
      <Signals property={data} />
      {factGroups(data).map(({ title, facts, sources }) => (
        <DetailGroup key={title} title={title}>
          <Sources sources={sources} />
          {bodyOf(title, data, <Facts facts={facts} />)}
          {title === 'Owner' && <OtherProperties id={id} />}
        </DetailGroup>
      ))}
    </>
  )
}
