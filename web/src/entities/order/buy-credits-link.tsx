import { plural } from '../../lib/format.ts'
import { LinkButton } from '../../ui/display/links.tsx'

type BuyCreditsProps = {
  shortfall: number
  /** The screen to come back to once they are bought. */
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
    Buy {plural(shortfall, 'credit')}
  </LinkButton>
)
