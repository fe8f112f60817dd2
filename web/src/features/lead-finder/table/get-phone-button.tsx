import type { PropertyRow } from '@dooryard/contract/properties/properties'
import { ActionIcon } from '@mantine/core'
import { Phone } from 'lucide-react'
import { useOrderSingleLead, useSingleLeadCall } from '../../../entities/lead/single-lead.data.ts'
import { formatOffer } from '../../../entities/lead/single-lead-labels.ts'
import { formatStreetLine } from '../../../lib/format/address.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import type { RowColumn } from './row-columns.tsx'

type GetPhoneProps = { row: PropertyRow; onOpen: (propertyId: string) => void }

/** Orders the phone of the owner and opens the property, which shows how far it is and what was found. */
function GetPhoneButton({ row, onOpen }: GetPhoneProps) {
  const { propertyId } = row
  const order = useOrderSingleLead(propertyId)
  const pending = useSingleLeadCall(propertyId)?.pending
  const setting = useCreditSettings()?.find(({ key, isActive }) => key === 'CALL_READY' && isActive)
  if (!setting) return null
  const offer = { campaignType: setting.key, credits: setting.creditRequired }
  const get = () => {
    if (!pending) order.mutate(offer)
    onOpen(propertyId)
  }
  return (
    <ActionIcon
      aria-label={`${formatOffer(offer)}, ${formatStreetLine(row)}`}
      tabIndex={-1}
      data-hint={formatOffer(offer)}
      loading={pending !== undefined}
      onClick={get}
    >
      <Phone size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

/** The last column, which is not among the ones to choose from. */
export const buildPhoneColumn = (onOpen: GetPhoneProps['onOpen']): RowColumn => ({
  key: 'getPhone',
  label: 'Phone',
  isLabelHidden: true,
  width: 52,
  grow: 0,
  cell: (row) => <GetPhoneButton row={row} onOpen={onOpen} />,
})
