import { Checkbox, Stack } from '@mantine/core'
import { pluralize } from '../../../lib/format/format.ts'
import type { OrderAgreement } from '../../../lib/order/agreed-order.ts'
import { BuyCreditsLink } from './buy-credits-link.tsx'
import type { AgreedOrderControl } from './use-agreed-order.ts'

type BuyMissingCreditsProps = {
  shortfall: number
  agreement: AgreedOrderControl
  /** Saves the draft before leaving. */
  onBuy?: () => void
}

const formatOffer = ({ quantity, credits }: OrderAgreement) =>
  `${pluralize(quantity, 'lead')}, for at most ${pluralize(credits, 'credit')}.`

/** The way to buy the credits that an order lacks, and the choice to have the order placed then. */
export function BuyMissingCredits({ shortfall, agreement, onBuy }: BuyMissingCreditsProps) {
  const { back, offered, isChosen, onChoose, agree } = agreement
  return (
    <Stack gap="xs">
      <BuyCreditsLink
        shortfall={shortfall}
        back={back}
        onClick={() => {
          onBuy?.()
          agree()
        }}
      />
      <Checkbox
        size="sm"
        label="Place the order once the credits are here"
        description={offered ? formatOffer(offered) : 'Complete the order first.'}
        checked={isChosen}
        disabled={!offered}
        onChange={({ currentTarget: { checked } }) => onChoose(checked)}
      />
    </Stack>
  )
}
