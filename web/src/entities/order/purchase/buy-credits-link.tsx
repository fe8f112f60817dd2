import { pluralize } from '../../../lib/format/format.ts'
import { LinkButton } from '../../../ui/display/links.tsx'

type BuyCreditsProps = {
  shortfall: number
  /** The screen to return to after the purchase. */
  back: string
  onClick: () => void
  variant?: 'filled' | 'default'
}

export const BuyCreditsLink = ({ shortfall, back, onClick, variant = 'filled' }: BuyCreditsProps) => (
  <LinkButton
    to="/portal/settings/pay-as-you-go"
    search={{ need: shortfall, back }}
    variant={variant}
    fullWidth
    ignoreBlocker
    onClick={onClick}
  >
    Buy {pluralize(shortfall, 'missing credit')}
  </LinkButton>
)
