import type { Property } from '@dooryard/contract/properties/properties'
import { formatStreetLine } from '../../lib/format/address.ts'
import { PlacesMap } from '../../map/lazy-map.tsx'

type Located = Pick<Property, 'propertyId' | 'lat' | 'lng' | 'outline' | 'address' | 'unit'>

/** Where a property is, with the outline of its parcel; nothing where its position is unknown. */
export function LocationMap({ property }: { property: Located }) {
  const { propertyId, lat, lng, outline } = property
  if (lat === null || lng === null) return null
  const street = formatStreetLine(property)
  return (
    <PlacesMap
      center={undefined}
      miles={undefined}
      points={[{ id: propertyId, lat, lng, label: street, tone: 'accent' }]}
      outline={outline}
      active={propertyId}
      onActive={() => {}}
      onOpen={() => {}}
      isInPage
      isWithoutTable
      label={`Where ${street} is`}
    />
  )
}
