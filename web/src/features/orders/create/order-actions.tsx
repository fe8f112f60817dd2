import { Button, Stack } from '@mantine/core'
import { BuyMissingCredits } from '../../../entities/order/purchase/buy-missing-credits.tsx'
import type { AgreedOrderControl } from '../../../entities/order/purchase/use-agreed-order.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import type { OrderAction } from '../../../lib/order/order-action.ts'

type OrderActionsProps = {
  action: OrderAction
  /** Whether the order is for a single lead. */
  isOne: boolean
  isPending: boolean
  /** The choice to have the order placed once the missing credits are bought. */
  agreement: AgreedOrderControl
  /** Saves the draft before leaving. */
  onBuy: () => void
  /** Places the order for another quantity. */
  onOrder: (quantity: number) => void
}

const formatLeads = (count: number) => (count === 1 ? 'the 1 lead' : `the ${formatNumber(count)} leads`)

/** The way to order: the order as it stands, or else what leads to one. */
export function OrderActions({ action, isOne, isPending, agreement, onBuy, onOrder }: OrderActionsProps) {
  if (action.type === 'order' || action.type === 'none')
    return (
      <Button type="submit" size="md" fullWidth loading={isPending} disabled={action.type === 'none'}>
        {isOne ? 'Order this lead' : 'Place order'}
      </Button>
    )
  if (action.type === 'orderFewer')
    return (
      <Button size="md" fullWidth loading={isPending} onClick={() => onOrder(action.quantity)}>
        Order {pluralize(action.quantity, 'lead')}
      </Button>
    )
  // The order waits for credits that are already bought.
  if (agreement.state)
    return (
      <Button size="md" fullWidth loading disabled>
        Place order
      </Button>
    )
  return (
    <Stack gap="xs">
      <BuyMissingCredits shortfall={action.shortfall} agreement={agreement} onBuy={onBuy} />
      {action.covered > 0 && (
        <Button
          variant="default"
          h="auto"
          mih={36}
          py={6}
          fullWidth
          // The number of leads may need a second line.
          styles={{ label: { whiteSpace: 'normal', lineHeight: '20px' } }}
          loading={isPending}
          onClick={() => onOrder(action.covered)}
        >
          Order {formatLeads(action.covered)} your balance covers
        </Button>
      )}
    </Stack>
  )
}
