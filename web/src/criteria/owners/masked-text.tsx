import { ownerTypes } from '@dooryard/contract/api/enums'
import type { PropertyRow } from '@dooryard/contract/properties/properties'
import { Text } from '@mantine/core'
import { formatHidden, formatOwner } from './owner-labels.ts'

/** A text with bullets in place of what is hidden, which a screen reader says in words. */
export const MaskedText = ({ what, text }: { what: string; text: string }) => (
  <>
    <span className="visually-hidden">{formatHidden(what, text)}</span>
    <Text inherit span c="dimmed" aria-hidden="true" data-masked>
      {text}
    </Text>
  </>
)

type OwnerNameProps = { row: Pick<PropertyRow, 'ownerName' | 'ownerType' | 'isOwnerMasked'> }

/** The name of an owner, a dash where none is known. A masked one follows the kind of owner, which is known. */
export const OwnerName = ({ row: { ownerName, ownerType, isOwnerMasked } }: OwnerNameProps) =>
  isOwnerMasked && ownerName !== null ? (
    <>
      {ownerType !== 'UNKNOWN' && `${ownerTypes.label(ownerType)} · `}
      <MaskedText what="Owner" text={ownerName} />
    </>
  ) : (
    formatOwner(ownerName, false)
  )
