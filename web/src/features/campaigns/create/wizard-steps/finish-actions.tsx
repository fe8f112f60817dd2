import { Box, Button, Flex } from '@mantine/core'
import { BuyMissingCredits } from '../../../../entities/order/purchase/buy-missing-credits.tsx'
import { formatNumber } from '../../../../lib/format/format.ts'
import { formatCoveredAction, formatOrderAction } from '../review-rules.ts'
import type { CampaignWizard } from '../use-campaign-wizard.ts'

// The number of leads may need a second line.
const wrapped = { h: 'auto', mih: 36, py: 6, styles: { label: { lineHeight: '20px', whiteSpace: 'normal' } } } as const

type WizardProps = { wizard: CampaignWizard }

type OrderButtonProps = WizardProps & {
  quantity?: number
  /** Whether the quantity is what the balance covers, beside the way to buy credits for more. */
  isCovered?: boolean
}

/** Creates the campaign and its first order, of another quantity than the typed one if given. */
function OrderButton({
  wizard: { draft, setting, audience, pendingAction, finish },
  quantity,
  isCovered = false,
}: OrderButtonProps) {
  const typed = quantity === undefined ? draft.quantity : formatNumber(quantity)
  return (
    <Button
      flex="1 0 100%"
      {...wrapped}
      variant={isCovered ? 'default' : 'filled'}
      onClick={() => finish('order', typed)}
      loading={pendingAction === 'order'}
      disabled={!setting?.isActive || pendingAction === 'campaign' || audience.action.type === 'none'}
    >
      {isCovered ? formatCoveredAction(draft, quantity ?? 0) : formatOrderAction({ ...draft, quantity: typed })}
    </Button>
  )
}

/** The first order as it stands, or else what leads to one. */
function OrderAction({ wizard }: WizardProps) {
  const { action } = wizard.audience
  if (action.type === 'orderFewer') return <OrderButton wizard={wizard} quantity={action.quantity} />
  if (action.type !== 'buy' || !wizard.setting?.isActive) return <OrderButton wizard={wizard} />
  return (
    <>
      <Box flex="1 0 100%">
        <BuyMissingCredits shortfall={action.shortfall} agreement={wizard.agreement} />
      </Box>
      {action.covered > 0 && <OrderButton wizard={wizard} quantity={action.covered} isCovered />}
    </>
  )
}

/** Finishes the wizard with or without a first order. */
export const FinishActions = ({ wizard }: WizardProps) => (
  <Flex wrap="wrap" gap={8}>
    <OrderAction wizard={wizard} />
    <Button variant="default" px="sm" onClick={wizard.back} disabled={wizard.pendingAction !== undefined}>
      Back
    </Button>
    <Button
      flex={1}
      variant="default"
      px="sm"
      onClick={() => wizard.finish('campaign')}
      loading={wizard.pendingAction === 'campaign'}
      disabled={wizard.pendingAction === 'order'}
    >
      {wizard.draft.campaignId ? 'Campaign only' : 'Create campaign only'}
    </Button>
  </Flex>
)
