import { occupancies, ownerTypes, targetTypes, yesNoUnknown } from '@dooryard/contract/api/enums'
import type { Property } from '@dooryard/contract/properties/properties'
import type { ReactNode } from 'react'
import { MaskedText } from '../../criteria/owners/masked-text.tsx'
import { RevealOwner } from '../../criteria/owners/reveal-owner.tsx'
import { formatCityLine } from '../../lib/format/address.ts'
import { emptyValue, toReadableCase } from '../../lib/format/format.ts'
import type { DescriptionItem } from '../../ui/display/description-list.tsx'

function renderNames({ ownerNames, ownerName, isOwnerMasked }: Property): ReactNode {
  if (isOwnerMasked && ownerName !== null) return <MaskedText what="Owner" text={ownerNames.join(', ') || ownerName} />
  return ownerNames.map(toReadableCase).join(', ') || toReadableCase(ownerName)
}

/** `40 Sample Plaza, Franklin, TN 37064`; of a masked owner, the city and state. */
function renderMailing({ isOwnerMasked, ...property }: Property): ReactNode {
  const { mailingAddress: street, mailingCity: city, mailingState: state, mailingZip: zip } = property
  if (!street) return emptyValue
  if (!isOwnerMasked) return `${toReadableCase(street)}, ${formatCityLine({ city, state, zip })}`
  const town = formatCityLine({ city, state, zip: null })
  return (
    <>
      <MaskedText what="Street" text={street} />
      {town && `, ${town}`}
    </>
  )
}

/** What is known of the owner; name and street are masked until the owner is purchased or revealed. */
export const buildOwnerFacts = (property: Property): DescriptionItem[] => [
  { label: 'Owner', value: renderNames(property) },
  { label: 'Type', value: ownerTypes.label(property.ownerType) },
  { label: 'Occupancy', value: occupancies.label(property.occupancy) },
  { label: 'Segment', value: property.targetTypes.map(targetTypes.label).join(', ') || emptyValue },
  { label: 'Mailing address', value: renderMailing(property) },
  { label: 'Acquired by quitclaim', value: yesNoUnknown.label(property.acquiredByQc) },
  ...(property.isHomestead === null
    ? []
    : [{ label: 'Homestead exemption', value: property.isHomestead ? 'Yes' : 'No' }]),
]

/** Deeds may name owners of a property whose current one no roll names. */
const hasOwner = ({ ownerName, mailingAddress }: Property) => ownerName !== null || mailingAddress !== null

/** A button that reveals the masked owner of a property. */
export const RevealPropertyOwner = ({ property }: { property: Property }) =>
  property.isOwnerMasked && hasOwner(property) && <RevealOwner propertyId={property.propertyId} />
