import type { Buyer } from '@dooryard/contract/properties/buyers'
import { Paper } from '@mantine/core'
import { useState } from 'react'
import { Deed, Deeds } from '../../../criteria/deeds/deeds.tsx'
import { MaskedText } from '../../../criteria/owners/masked-text.tsx'
import type { Position } from '../../../criteria/places/position.ts'
import { PropertyPageLink } from '../../../entities/property/property-link.tsx'
import { pluralize } from '../../../lib/format/format.ts'
import { PlacesMap } from '../../../map/lazy-map.tsx'
import { AnchorLink } from '../../../ui/display/links.tsx'
import { toBuyerPoints } from '../results/map-points.ts'
import { formatDeed, formatName, type Purchase } from './buyer-formats.ts'
import { Note } from './buyer-order.tsx'

type BuyerDeedsProps = { buyer: Buyer; since: string; center: Position | undefined; miles: number }

/** The deeds behind a buyer's stats, on a map and in a list that stay in sync. */
export function BuyerDeeds({ buyer, since, center, miles }: BuyerDeedsProps) {
  const [active, onActive] = useState<string>()
  const points = toBuyerPoints(buyer, since)
  const propertyIds = [...new Set(buyer.transfers.map(({ propertyId }) => propertyId))]
  const getDeedIndex = (target: EventTarget) => {
    const item = target instanceof Element ? target.closest('li') : null
    return item ? String([...(item.parentElement?.children ?? [])].indexOf(item)) : undefined
  }
  return (
    <>
      {points.length === 0 ? (
        <Note>The counties publish no coordinates for these properties.</Note>
      ) : (
        <Paper withBorder h={240} mb={4} style={{ overflow: 'hidden' }}>
          <PlacesMap
            label={`Map of the purchases of ${formatName(buyer)}`}
            {...{ center, miles, points, active, onActive }}
            onOpen={onActive}
          />
        </Paper>
      )}
      <Deeds
        onPointerOver={({ target }) => onActive(getDeedIndex(target))}
        onPointerLeave={() => onActive(undefined)}
        onFocus={({ target }) => onActive(getDeedIndex(target))}
        onBlur={() => onActive(undefined)}
      >
        {buyer.transfers.map((deed, index) => (
          <PurchaseDeed
            // biome-ignore lint/suspicious/noArrayIndexKey: two deeds may say the same, and the list never changes
            key={index}
            deed={deed}
            isBefore={deed.recordedOn < since}
            isActive={active === String(index)}
            isMasked={buyer.isOwnerMasked}
          />
        ))}
      </Deeds>
      <AnchorLink
        to="/portal/lead-finder"
        search={{ criteria: { only: { propertyIds } } }}
        mt={12}
        display="inline-block"
      >
        Open these properties in Lead Finder
      </AnchorLink>
      {buyer.purchases > buyer.transfers.length && (
        <Note>The newest of {pluralize(buyer.purchases, 'purchase')} are shown.</Note>
      )}
    </>
  )
}

type PurchaseDeedProps = {
  deed: Purchase
  isBefore: boolean
  isActive: boolean
  isMasked: boolean
}

/** The address opens the page of the property. */
function PurchaseDeed({ deed, isBefore, isActive, isMasked }: PurchaseDeedProps) {
  const { address, town, seller, details, source } = formatDeed(deed)
  return (
    <Deed
      deed={deed}
      notes={[isBefore ? 'Before the look-back: it shows the resale and is not counted' : undefined, source]}
      isActive={isActive}
    >
      <p>
        <PropertyPageLink property={deed}>{address}</PropertyPageLink>
        {town && `, ${town}`}
      </p>
      {seller && <p>{isMasked ? <HiddenSeller seller={deed.seller ?? ''} /> : seller}</p>}
      {details && <p>{details}</p>}
    </Deed>
  )
}

const HiddenSeller = ({ seller }: { seller: string }) => (
  <>
    From <MaskedText what="Seller" text={seller} />
  </>
)
