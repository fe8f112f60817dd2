import { isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import { Box, Stack, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getAlreadyPurchased } from '../../../criteria/count/count.data.ts'
import { formatDeliverable } from '../../../criteria/order-quote/order-breakdown-lines.ts'
import { BuyCreditsLink } from '../../../entities/order/purchase/buy-credits-link.tsx'
import { purchasePromise } from '../../../entities/order/purchase/purchase-promise.ts'
import { emptyValue, formatAbout, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { saveAgreedOrder } from '../../../lib/order/agreed-order.ts'
import type { OrderTerms } from '../../../lib/order/order-cost.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { type DescriptionItem, DescriptionList } from '../../../ui/display/description-list.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { getShortfall, toCostFacts } from './review-rules.ts'
import type { CampaignWizard } from './use-campaign-wizard.ts'

type SummaryProps = { wizard: CampaignWizard }

/** Returns the audience size, as far as it is known in this step. */
function toAudienceFacts({ wizard: { draft, setting, audience } }: SummaryProps): DescriptionItem[] {
  const { count, quote, terms } = audience
  const hasAudience = !isEmptyCriteria(draft.criteria)
  const purchased = hasAudience ? getAlreadyPurchased(count) : undefined
  const { deliverable, credits, isEstimate } = (hasAudience && quote.data) || {}
  return [
    { label: 'Campaign type', value: setting?.name ?? emptyValue },
    { label: 'Price', value: terms ? `${pluralize(terms.creditsPerLead, 'credit')} per lead` : emptyValue },
    toSmallestOrder(terms),
    {
      label: purchased ? 'Matching, not yet purchased' : 'Matching',
      value: formatNumber(count.data?.count),
    },
    ...(purchased ? [{ label: 'Already purchased', value: formatNumber(purchased) }] : []),
    { label: formatDeliverable(draft.campaignType), value: formatAbout(formatNumber(deliverable), isEstimate) },
    {
      label: 'Total for all leads',
      value: credits === undefined ? emptyValue : formatAbout(pluralize(credits, 'credit'), isEstimate),
    },
  ]
}

const toSmallestOrder = (terms: OrderTerms | undefined): DescriptionItem => ({
  label: 'Minimum order',
  value: terms ? pluralize(terms.minQuantity, 'lead') : emptyValue,
})

/** Says that credits are missing; before the last step, whose actions offer it, also how to buy more. */
function TooFewCredits({ shortfall, isTyped, isLast }: { shortfall: number; isTyped: boolean; isLast: boolean }) {
  const { href } = useLocation()
  const { id: userId } = useUser()
  const more = pluralize(shortfall, 'more credit', 'more credits')
  return (
    <Stack gap="xs" mt="md">
      <Notice tone="warn">{isTyped ? `You need ${more}.` : `The minimum order needs ${more}.`}</Notice>
      {!isLast && (
        <BuyCreditsLink
          shortfall={shortfall}
          back={href}
          variant="default"
          // These credits are not bought for an order agreed to earlier.
          onClick={() => saveAgreedOrder(userId, undefined)}
        />
      )}
    </Stack>
  )
}

export function SummaryRail({ wizard, children }: SummaryProps & { children: ReactNode }) {
  const { step, setting, audience } = wizard
  const { count, quote, terms, balance, action, mixed, nothing } = audience
  const isLast = step === 'review'
  const cost = { terms, balance, quantity: isLast ? audience.quantity : undefined }
  const shortfall = nothing || action.type === 'orderFewer' ? 0 : getShortfall(cost)
  const isStale = !isLast && (count.isPlaceholderData || quote.isPlaceholderData)
  const costFacts = toCostFacts({ ...cost, mixed })
  const facts = isLast
    ? [toSmallestOrder(terms), ...costFacts]
    : [...toAudienceFacts({ wizard }), ...costFacts.filter(({ label }) => label === 'Available balance')]
  return (
    <aside aria-label="Summary">
      <Panel title={isLast ? 'Cost' : 'Summary'}>
        <Box data-stale={isStale || undefined} opacity={isStale ? 0.6 : 1} style={{ transition: 'opacity 120ms' }}>
          <DescriptionList isNumeric items={facts} />
        </Box>
        <div aria-live="polite">
          {shortfall > 0 && (
            <TooFewCredits shortfall={shortfall} isTyped={cost.quantity !== undefined} isLast={isLast} />
          )}
        </div>
        {isLast && setting && !setting.isActive && (
          <Box mt="md">
            <Notice tone="warn">Orders of this type are currently unavailable.</Notice>
          </Box>
        )}
        <Text fz="sm" mt="md" c="dimmed">
          {isLast
            ? `Credits are held now and spent on delivery; those for what is not delivered are released. ${purchasePromise}`
            : 'Creating a campaign is free. Credits are held when you order.'}
        </Text>
        {children}
      </Panel>
    </aside>
  )
}
