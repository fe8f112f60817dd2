import type { Property } from '@dooryard/contract/properties'
import { signals } from '@dooryard/contract/vocabularies'
import { Skeleton, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DetailDrawer, DetailGroup } from '../../ui/parts/detail-drawer.tsx'
import { Facts } from '../../ui/parts/facts.tsx'
import { MissingOrFailed } from '../../ui/parts/state-view.tsx'
import { propertyDetail } from './lead-finder.data.ts'
import classes from './property-drawer.module.css'
import { factGroups, titleOf } from './property-facts.ts'
import { PropertySales } from './property-sales.tsx'

const signalWords = new Map(signals.terms.map((term) => [term.value, term]))

function Signals({ property }: { property: Property }) {
  if (property.signals.length === 0) return null
  return (
    <ul className={classes.signals} aria-label="Signals">
      {property.signals.map((signal) => (
        <li key={signal}>
          <Tooltip label={signalWords.get(signal)?.description}>
            <span>{signals.label(signal)}</span>
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}

function Details({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(propertyDetail(id))
  if (error && !data) return <MissingOrFailed what="The property" error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div role="status" aria-label="Loading the property">
        <Skeleton height={24} width="70%" mb={8} />
        <Skeleton height={16} width="45%" mb={24} />
        {Array.from({ length: 14 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
          <Skeleton key={index} height={14} my={18} width={`${90 - ((index * 7) % 30)}%`} />
        ))}
      </div>
    )
  }
  const { street, town } = titleOf(data)
  return (
    <>
      <h2>{street}</h2>
      <p className={classes.town}>{town}</p>
      <Signals property={data} />
      {factGroups(data).map(({ title, facts }) => (
        <DetailGroup key={title} title={title}>
          {title === 'Sales' && data.transfers.length > 0 ? (
            <PropertySales transfers={data.transfers} />
          ) : (
            <Facts facts={facts} />
          )}
        </DetailGroup>
      ))}
    </>
  )
}

/** Everything known of one property, beside the list it came from. */
export function PropertyDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <DetailDrawer what="Property" id={id} size={480} onClose={onClose}>
      {(shown) => <Details id={shown} />}
    </DetailDrawer>
  )
}
