import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { Box, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getAlreadyDelivered, type useCount } from '../../../criteria/count/count.data.ts'
import { formatDeliverable } from '../../../criteria/order-quote/order-breakdown-lines.ts'
import type { QuoteResult } from '../../../criteria/order-quote/quote.data.ts'
import { BuyCreditsLink } from '../../../entities/order/buy-credits-link.tsx'
import { emptyValue, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { getMaxDeliverable } from '../../../lib/order/order-cost.ts'
import { parseOrderableQuantity } from '../../../lib/order/order-schema.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { type DescriptionItem, DescriptionList } from '../../../ui/display/description-list.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { CampaignDraft } from './campaign-draft.ts'
import { getShortfall, toCostFacts } from './review-rules.ts'

type SummaryProps = {
  draft: CampaignDraft
  setting: CreditSetting | undefined
  count: ReturnType<typeof useCount>
  quote: QuoteResult
  hasAudience: boolean
}

/** Returns the audience size, as far as it is known in this step. */
function toAudienceFacts({ draft, setting, count, quote, hasAudience }: SummaryProps): DescriptionItem[] {
  const audienceCount = hasAudience ? getAlreadyDelivered(count) : undefined
  const counted = draft.campaignType === 'CALL_READY' ? undefined : count.data?.mailable
  const usable = hasAudience ? (quote.data?.deliverable ?? counted) : undefined
  const credits =
    quote.data?.credits ?? (setting && counted !== undefined ? setting.creditRequired * counted : undefined)
  return [
    { label: 'Type', value: setting?.name ?? emptyValue },
    { label: 'Price', value: setting ? `${pluralize(setting.creditRequired, 'credit')} a lead` : emptyValue },
    { label: 'Smallest order', value: setting ? pluralize(setting.minCampaignVolume, 'lead') : emptyValue },
    {
      label: audienceCount ? 'Match and are new to you' : 'Match the filters',
      value: hasAudience ? formatNumber(count.data?.count) : emptyValue,
    },
    ...(audienceCount ? [{ label: 'Yours already', value: formatNumber(audienceCount) }] : []),
    { label: formatDeliverable(draft.campaignType), value: formatNumber(usable) },
    { label: 'All of them', value: hasAudience && credits !== undefined ? pluralize(credits, 'credit') : emptyValue },
  ]
}

/** Says that credits are missing, and how to buy more. The draft is kept. */
function TooFewCredits({ shortfall, isTyped, isTooMany }: { shortfall: number; isTyped: boolean; isTooMany: boolean }) {
  const { href } = useLocation()
  const more = pluralize(shortfall, 'more credit', 'more credits')
  return (
    <Stack gap="xs" mt="md">
      <Notice tone="warn">{isTyped ? `You need ${more}.` : `The smallest order needs ${more}.`}</Notice>
      {/* Hidden when the quantity exceeds the available leads. */}
      {!isTooMany && <BuyCreditsLink shortfall={shortfall} back={href} />}
    </Stack>
  )
}

export function SummaryRail({ isLast, children, ...summary }: SummaryProps & { isLast: boolean; children: ReactNode }) {
  const { draft, setting, count, quote } = summary
  const { data } = useQuery(currentUserQuery())
  const quantity = parseOrderableQuantity(draft.quantity)
  const cost = { setting, balance: data?.balance, quantity: isLast ? quantity : undefined }
  const shortfall = getShortfall(cost)
  const maxDeliverable = isLast && quote.data ? getMaxDeliverable(quote.data) : undefined
  const isTooMany = maxDeliverable !== undefined && quantity !== undefined && quantity > maxDeliverable
  const isStale = !isLast && (count.isPlaceholderData || quote.isPlaceholderData)
  const facts = isLast
    ? [
        { label: 'Smallest order', value: setting ? pluralize(setting.minCampaignVolume, 'lead') : emptyValue },
        ...toCostFacts(cost),
      ]
    : [...toAudienceFacts(summary), ...toCostFacts(cost).filter(({ label }) => label === 'You have')]
  return (
    <aside aria-label="Summary">
      <Panel title={isLast ? 'Cost' : 'Summary'}>
        <Box data-stale={isStale || undefined} opacity={isStale ? 0.6 : 1} style={{ transition: 'opacity 120ms' }}>
          <DescriptionList isNumeric items={facts} />
        </Box>
        <div aria-live="polite">
          {shortfall > 0 && (
            <TooFewCredits shortfall={shortfall} isTyped={cost.quantity !== undefined} isTooMany={isTooMany} />
          )}
        </div>
        {isLast && setting && !setting.isActive && (
          <Box mt="md">
            <Notice tone="warn">Orders of this type are switched off at the moment.</Notice>
          </Box>
        )}
        <Text fz="sm" mt="md" c="dimmed">
          {isLast
            ? 'Credits are held now and spent on delivery; those for what is not delivered are released.'
            : 'Creating a campaign is free. Credits are held when you order.'}
        </Text>
        {children}
      </Panel>
    </aside>
  )
}
