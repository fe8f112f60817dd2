import type { PropertyRow } from '@dooryard/contract/properties/properties'
import { ActionIcon, Button, Loader } from '@mantine/core'
import { Phone } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useOrderSingleLead, useSingleLead, useSingleLeadCall } from '../../../entities/lead/single-lead.data.ts'
import { formatOffer, formatPhoneState } from '../../../entities/lead/single-lead-labels.ts'
import { formatStreetLine } from '../../../lib/format/address.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import classes from './results-table.module.css'
import type { RowColumn } from './row-columns.tsx'

type OnOpen = (propertyId: string) => void
type GetPhoneProps = { row: PropertyRow; isReachable: boolean; onOpen: OnOpen }

/** Shows what the phone of the owner costs in its place; a second click buys it. */
function GetPhoneButton({ row, isReachable, onOpen }: GetPhoneProps) {
  const [isPriceShown, setPriceShown] = useState(false)
  const icon = useRef<HTMLButtonElement>(null)
  const pending = useSingleLeadCall(row.propertyId)?.pending
  const setting = useCreditSettings()?.find(({ key, isActive }) => key === 'CALL_READY' && isActive)
  if (!setting) return null
  // The exact price is asked for with the first click: of a lead purchased for mail only the rest is paid.
  const price = `up to ${pluralize(setting.creditRequired, 'credit')}`
  const hide = () => setPriceShown(false)
  return (
    <>
      <ActionIcon
        ref={icon}
        aria-label={`Get phone, ${formatStreetLine(row)}, ${price}`}
        aria-expanded={isPriceShown}
        tabIndex={isReachable ? 0 : -1}
        data-hint={`Get phone · ${price}`}
        loading={pending !== undefined}
        onClick={() => setPriceShown(true)}
      >
        <Phone size={16} aria-hidden="true" />
      </ActionIcon>
      {isPriceShown && (
        <PhonePrice
          row={row}
          onOpen={onOpen}
          onClose={hide}
          onCancel={() => {
            icon.current?.focus()
            hide()
          }}
        />
      )}
    </>
  )
}

type PhonePriceProps = Omit<GetPhoneProps, 'isReachable'> & { onClose: () => void; onCancel: () => void }

/**
 * The price with the focus on it, over the icon. Buying opens the property, which shows how far the order is and what was
 * found.
 */
function PhonePrice({ row, onOpen, onClose, onCancel }: PhonePriceProps) {
  const { propertyId } = row
  const { data, error, refetch } = useSingleLead(propertyId)
  const order = useOrderSingleLead(propertyId)
  const offer = data?.offers.find(({ campaignType }) => campaignType === 'CALL_READY')
  const label = offer ? formatOffer(offer) : data ? formatPhoneState(data) : error ? 'No price. Try Again' : undefined
  const proceed = ({ detail }: MouseEvent) => {
    // The second half of a double click on the icon comes before the price is read.
    if (detail > 1) return
    if (!data) return void (error && refetch())
    if (offer) order.mutate(offer)
    onOpen(propertyId)
    onClose()
  }
  return (
    <>
      <Button
        autoFocus
        size="xs"
        className={classes.price}
        variant={offer ? 'filled' : 'default'}
        aria-label={`${label ?? 'Loading the price'}, ${formatStreetLine(row)}`}
        leftSection={<Phone size={14} aria-hidden="true" />}
        // Safari gives no focus to a clicked button, so that the click would count as one elsewhere.
        onMouseDown={(event) => event.preventDefault()}
        onKeyDown={(event) => handleKey(event, onCancel)}
        onBlur={onClose}
        onClick={proceed}
      >
        {label ?? <Loader size={14} color="currentColor" aria-hidden="true" />}
      </Button>
      {/* The name of a button that has the focus already may change unheard. */}
      <span className="visually-hidden" role="status">
        {offer && `${label}. Press Enter to buy, Escape to cancel.`}
      </span>
    </>
  )
}

function handleKey(event: KeyboardEvent, onCancel: () => void) {
  // A held Enter key would buy before the price is read.
  if (event.repeat) event.preventDefault()
  if (event.key !== 'Escape') return
  // Escape would clear the selection of the table, too.
  event.stopPropagation()
  onCancel()
}

/** The last column, which is not among the ones to choose from. */
export const buildPhoneColumn = (onOpen: OnOpen): RowColumn => ({
  key: 'getPhone',
  label: 'Phone',
  isLabelHidden: true,
  width: 52,
  grow: 0,
  isOverflowing: true,
  cell: (row, isReachable) => <GetPhoneButton row={row} isReachable={isReachable} onOpen={onOpen} />,
})
