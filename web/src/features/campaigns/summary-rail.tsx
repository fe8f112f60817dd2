import type { CreditSetting } from '@dooryard/contract/credits'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type useCount, yoursAlready } from '../../criteria/count/count.data.ts'
import type { QuoteResult } from '../../criteria/order-quote/quote.data.ts'
import { usableAs } from '../../criteria/order-quote/quote-labels.ts'
import { formatNumber, plural, unknown } from '../../lib/format.ts'
import { me } from '../../lib/me.ts'
import { orderableOf } from '../../lib/order-schema.ts'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import type { Draft } from './draft.ts'
import { mostLeads } from './review-rules.ts'
import { costFacts, shortfallOf } from './summary-facts.ts'
import classes from './summary-rail.module.css'

type AudienceFigures = {
  draft: Draft
  setting: CreditSetting | undefined
  count: ReturnType<typeof useCount>
  quote: QuoteResult
  hasAudience: boolean
}

/** How many there are, as far as that is known in this step. */
function audienceFacts({ draft, setting, count, quote, hasAudience }: AudienceFigures): Fact[] {
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
function TooLittle({ shortfall, isTyped, isTooMany }: { shortfall: number; isTyped: boolean; isTooMany: boolean }) {
  const { href } = useLocation()
  const more = plural(shortfall, 'more credit', 'more credits')
  return (
    <div className={classes.short}>
      <Notice tone="warn">{isTyped ? `You need ${more}.` : `The smallest order needs ${more}.`}</Notice>
      {/* Not for more leads than there are. */}
      {!isTooMany && (
        <LinkButton
          to="/portal/settings/pay-as-you-go"
          search={{ need: shortfall, back: href }}
          variant="default"
          fullWidth
          ignoreBlocker
        >
          Buy {plural(shortfall, 'credit')}
        </LinkButton>
      )}
    </div>
  )
}

/** What the campaign and its first order come to so far, at every keystroke. */
export function SummaryRail({
  isLast,
  children,
  ...figures
}: AudienceFigures & { isLast: boolean; children: ReactNode }) {
  const { draft, setting, count } = figures
  const { data } = useQuery(me())
  const quantity = orderableOf(draft.quantity)
  const standing = { setting, balance: data?.balance, quantity: isLast ? quantity : undefined }
  const shortfall = shortfallOf(standing)
  const most = isLast && figures.quote.data ? mostLeads(figures.quote.data) : undefined
  const isTooMany = most !== undefined && quantity !== undefined && quantity > most
  const isStale = count.isPlaceholderData || figures.quote.isPlaceholderData
  return (
    <aside className={classes.rail} aria-label="Summary">
      <Panel title={isLast ? 'Cost' : 'Summary'}>
        <div data-stale={(!isLast && isStale) || undefined} className={classes.figures}>
          <Facts
            figures
            facts={
              isLast
                ? [
                    { label: 'Smallest order', value: setting ? plural(setting.minCampaignVolume, 'lead') : unknown },
                    ...costFacts(standing),
                  ]
                : [...audienceFacts(figures), ...costFacts(standing).filter(({ label }) => label === 'You have')]
            }
          />
        </div>
        <div aria-live="polite">
          {shortfall > 0 && (
            <TooLittle shortfall={shortfall} isTyped={standing.quantity !== undefined} isTooMany={isTooMany} />
          )}
        </div>
        {isLast && setting && !setting.isActive && (
          <div className={classes.short}>
            <Notice tone="warn">Orders of this type are switched off at the moment.</Notice>
          </div>
        )}
        <p className={classes.free}>
          {isLast
            ? 'Credits are held now and spent on delivery; those for what is not delivered come back.'
            : 'Creating a campaign is free. Credits are held when you order.'}
        </p>
        {children}
      </Panel>
    </aside>
  )
}
