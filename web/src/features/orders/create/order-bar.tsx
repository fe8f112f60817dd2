import { Button, Text } from '@mantine/core'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import type { OrderAction } from '../../../lib/order/order-action.ts'
import classes from './order-bar.module.css'

type OrderBarProps = {
  action: OrderAction
  /** Undefined while it is missing or invalid. */
  quantity: number | undefined
  creditsPerLead: number
  isPending: boolean
  /** Places the order for another quantity. */
  onOrder: (quantity: number) => void
}

/**
 * The total with the order button at the lower edge of a phone, where the cost panel is below a long form. Nothing where
 * the order cannot be placed yet: the cost panel says what to do then.
 */
export function OrderBar({ action, quantity, creditsPerLead, isPending, onOrder }: OrderBarProps) {
  if (quantity === undefined || (action.type !== 'order' && action.type !== 'orderFewer')) return null
  const isFewer = action.type === 'orderFewer'
  const ordered = isFewer ? action.quantity : quantity
  return (
    <div className={classes.bar}>
      <Text fz="sm" lh="18px" className="numbers">
        <strong>{pluralize(ordered * creditsPerLead, 'credit')}</strong>
        <Text span inherit c="dimmed" display="block">
          {pluralize(ordered, 'lead')}
        </Text>
      </Text>
      {isFewer ? (
        <Button loading={isPending} onClick={() => onOrder(ordered)}>
          Order {formatNumber(ordered)}
        </Button>
      ) : (
        <Button type="submit" loading={isPending}>
          Order now
        </Button>
      )}
    </div>
  )
}
