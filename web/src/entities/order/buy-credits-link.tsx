import { pluralize } from '../../lib/format/format.ts'
import { LinkButton } from '../../ui/display/links.tsx'

type BuyCreditsProps = {
  shortfall: number
  /** The screen to return to after the purchase. */
  back: string
  onClick?: () => void
}

export const BuyCreditsLink = ({ shortfall, back, onClick }: BuyCreditsProps) => (
  <LinkButton
    to="/portal/settings/pay-as-you-go"
    search={{ need: shortfall, back }}
    variant="default"
    fullWidth
    ignoreBlocker
    onClick={onClick}
  >
    Buy {pluralize(shortfall, 'credit')}
  </LinkButton>
)
