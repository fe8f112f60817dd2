import type { CreditSetting } from '@dooryard/contract/credits'
import { Box, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type useCount, yoursAlready } from '../../../criteria/count/count.data.ts'
import type { QuoteResult } from '../../../criteria/order-quote/quote.data.ts'
import { usableAs } from '../../../criteria/order-quote/quote-labels.ts'
import { BuyCreditsLink } from '../../../entities/order/buy-credits-link.tsx'
import { formatNumber, plural, unknown } from '../../../lib/format.ts'
import { me } from '../../../lib/me.ts'
import { getMostDeliverable } from '../../../lib/order-cost.ts'
import { orderableOf } from '../../../lib/order-schema.ts'
import { type Fact, Facts } from '../../../ui/display/facts.tsx'
import { Notice, Panel } from '../../../ui/display/panel.tsx'
import type { Draft } from './draft.ts'
import { costFacts, getShortfall } from './review-rules.ts'

type SummaryProps = {
  draft: Draft
  setting: CreditSetting | undefined
  count: ReturnType<typeof useCount>
  quote: QuoteResult
  hasAudience: boolean
}

/** How many there are, as far as that is known in this step. */
function audienceFacts({ draft, setting, count, quote, hasAudience }: SummaryProps): Fact[] {
  const yours = hasAudience ? yoursAlready(count) : undefined
  const counted = draft.campaignType === 'CALL_READY' ? undefined : count.data?.mailable
  const usable = hasAudience ? (quote.data?.deliverable ?? counted) : undefined
  const credits =
    quote.data?.credits ?? (setting && counted !== undefined ? setting.creditRequired * counted : undefined)
  return [
    { label: 'Type', value: setting?.name ?? unknown },
    { label: 'Price', value: setting ? `${plural(setting.creditRequired, 'credit')} a lead` : unknown },
    { label: 'Smallest order', value: setting ? plural(setting.minCampaignVolume, 'lead') : unknown },
    {
      label: yours ? 'Match and are new to you' : 'Match the filters',
      value: hasAudience ? formatNumber(count.data?.count) : unknown,
    },
    ...(yours ? [{ label: 'Yours already', value: formatNumber(yours) }] : []),
    { label: usableAs(draft.campaignType), value: formatNumber(usable) },
    { label: 'All of them', value: hasAudience && credits !== undefined ? plural(credits, 'credit') : unknown },
  ]
}

/** That there are too few credits, and how to have more. The draft is kept anyway. */
function TooFewCredits({ shortfall, isTyped, isTooMany }: { shortfall: number; isTyped: boolean; isTooMany: boolean }) {
  const { href } = useLocation()
  const more = plural(shortfall, 'more credit', 'more credits')
  return (
    <Stack gap="xs" mt="md">
      <Notice tone="warn">{isTyped ? `You need ${more}.` : `The smallest order needs ${more}.`}</Notice>
      {/* Not for more leads than there are. */}
      {!isTooMany && <BuyCreditsLink shortfall={shortfall} back={href} />}
    </Stack>
  )
}

export function SummaryRail({ isLast, children, ...summary }: SummaryProps & { isLast: boolean; children: ReactNode }) {
  const { draft, setting, count, quote } = summary
  const { data } = useQuery(me())
  const quantity = orderableOf(draft.quantity)
  const cost = { setting, balance: data?.balance, quantity: isLast ? quantity : undefined }
  const shortfall = getShortfall(cost)
  const most = isLast && quote.data ? getMostDeliverable(quote.data) : undefined
  const isTooMany = most !== undefined && quantity !== undefined && quantity > most
  const isStale = !isLast && (count.isPlaceholderData || quote.isPlaceholderData)
  const facts = isLast
    ? [
        { label: 'Smallest order', value: setting ? plural(setting.minCampaignVolume, 'lead') : unknown },
        ...costFacts(cost),
      ]
    : [...audienceFacts(summary), ...costFacts(cost).filter(({ label }) => label === 'You have')]
  return (
    <aside aria-label="Summary">
      <Panel title={isLast ? 'Cost' : 'Summary'}>
        <Box data-stale={isStale || undefined} opacity={isStale ? 0.6 : 1} style={{ transition: 'opacity 120ms' }}>
          <Facts figures facts={facts} />
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
            ? 'Credits are held now and spent on delivery; those for what is not delivered come back.'
            : 'Creating a campaign is free. Credits are held when you order.'}
        </Text>
        {children}
      </Panel>
    </aside>
  )
}
