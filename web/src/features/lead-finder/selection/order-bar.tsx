import type { CampaignType } from '@dooryard/contract/api/enums'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import type { SavedSearch } from '@dooryard/contract/properties/saved-searches'
import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import { explainNothingDeliverable } from '../../../criteria/order-quote/nothing-deliverable.ts'
import { useOrderQuote } from '../../../criteria/order-quote/quote.data.ts'
import { SaveSearchButton } from '../../../criteria/saved-searches/save-search-button.tsx'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { savedSearchQuery } from '../../../criteria/saved-searches/saved-searches.data.ts'
import { formatAbout, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { getMaxDeliverable } from '../../../lib/order/order-cost.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { useLazyLoadWhen } from '../../../ui/hooks/hooks.ts'
import { ActionBar } from '../../../ui/layout/frames/finder-frame.tsx'
import type { FinderState, OnFinderStateChange } from '../finder-state.ts'
import type { OrderOrigin } from './bulk-bar.tsx'
import type { Selection } from './use-selection.ts'

/** What the quote says beside the deliverable leads: why there are fewer than matches, and the credits at hand. */
function formatQuoteNote(quote: OrderQuote | undefined, available: number | undefined): string | undefined {
  if (!quote) return undefined
  if (getMaxDeliverable(quote) === 0) return undefined
  const notes = [
    quote.duplicates > 0 && 'one per owner and mailing address',
    quote.alreadyDelivered > 0 && `${formatNumber(quote.alreadyDelivered)} already purchased`,
    available !== undefined && quote.credits > available && `you have ${pluralize(available, 'credit')}`,
  ]
  return notes.filter(Boolean).join(' · ') || undefined
}

type OrderBarProps = {
  criteria: Criteria
  /** Whether nothing matches, so nothing can be ordered. */
  isEmpty: boolean
  /** Whether these criteria have been counted; other requests wait for that. */
  isCounted: boolean
  /** Whether the server searches for none of these criteria. */
  isRefused: boolean
  saved: SavedSearch | undefined
  origin: OrderOrigin
  onState: OnFinderStateChange
}

/** What can be ordered from the matches, in the first active campaign type, with the actions to order or save. */
function OrderBar({ criteria, isEmpty, isCounted, isRefused, saved, origin, onState }: OrderBarProps) {
  const setting = useCreditSettings()?.find(({ isActive }) => isActive)
  const { data, isPlaceholderData, isError } = useOrderQuote({ campaignType: setting?.key, criteria }, isCounted)
  const { data: me } = useQuery(currentUserQuery())
  const note = formatQuoteNote(data, me && me.balance.subscriptionCredits + me.balance.onDemandCredits)
  const nothing = data && explainNothingDeliverable(data)
  const hasFilters = !isEmptyCriteria(criteria)
  const isStale = !isRefused && (isPlaceholderData || !isCounted)
  const summary = data && setting && (
    <>
      <strong>
        {data.isEstimate && 'About '}
        {formatNumber(data.deliverable)}
      </strong>{' '}
      deliverable
      <Box component="span" visibleFrom="sm">
        {' '}
        as {setting.name}
      </Box>
      {!isEmpty && (note ?? nothing) && <span> · {note ?? nothing}</span>}
    </>
  )
  return (
    <ActionBar
      label="Order"
      isStale={isStale}
      words={
        !hasFilters
          ? 'Set at least one filter to order the leads it finds.'
          : isRefused
            ? 'Nothing can be ordered with these filters.'
            : isError && !data
              ? 'The cost could not be computed just now.'
              : summary
      }
    >
      {hasFilters && !isRefused && (
        <SaveSearchButton criteria={criteria} saved={saved} onSaved={({ id }) => onState({ saved: id })} />
      )}
      {setting && hasFilters && !isEmpty && !isRefused && (
        <OrderButton
          link={{ criteria, type: setting.key, ...origin }}
          credits={data?.credits}
          isEstimate={data?.isEstimate}
          isStale={isStale}
          isDisabled={nothing !== undefined && !isStale}
        />
      )}
    </ActionBar>
  )
}

type OrderButtonProps = {
  /** The search parameters of the order's form. */
  link: { criteria: Criteria; type: CampaignType } & OrderOrigin
  credits: number | undefined
  isEstimate: boolean | undefined
  /** Whether the credits belong to the previous criteria; they keep their space and are not read out. */
  isStale: boolean
  isDisabled: boolean
}

function OrderButton({ link, credits, isEstimate, isStale, isDisabled }: OrderButtonProps) {
  const label = (
    <span>
      Create order
      {credits !== undefined && (
        <Box component="span" opacity={isStale ? 0.6 : undefined} aria-hidden={isStale}>
          {` · ${formatAbout(pluralize(credits, 'credit'), isEstimate)}`}
        </Box>
      )}
    </span>
  )
  const icon = <PackagePlus size={16} aria-hidden="true" />
  if (isDisabled)
    return (
      <Button disabled leftSection={icon}>
        {label}
      </Button>
    )
  return (
    <LinkButton to="/portal/orders/create" search={link} leftSection={icon}>
      {label}
    </LinkButton>
  )
}

type ResultsFootProps = Omit<OrderBarProps, 'saved' | 'origin'> & {
  /** The id of the saved search that is open. */
  saved: string | undefined
  sorting: Pick<FinderState, 'sort' | 'order'>
  /** How many properties match. */
  total: number
  selection: Selection
  onEdit: (edit: (current: Criteria) => Criteria) => void
}

/** The actions on the matches or, if there is one, on the selection. */
export function ResultsFoot({ selection, total, onEdit, saved, sorting, ...order }: ResultsFootProps) {
  const hasSome = !selection.isEmpty
  const { data } = useQuery({ ...savedSearchQuery(saved ?? ''), enabled: saved !== undefined })
  const search = saved === undefined ? undefined : data
  // Rows that nobody has sorted are in storage order, which is no wish for the order.
  const origin = { name: search?.name, ...(sorting.sort !== 'place' && sorting) }
  const BulkBar = useLazyLoadWhen(async () => (await import('./bulk-bar.tsx')).BulkBar, hasSome)
  if (hasSome && BulkBar) return <BulkBar {...{ selection, total, origin, onEdit }} criteria={order.criteria} />
  const isUnchanged = search !== undefined && isSameCriteria(search.criteria, order.criteria)
  return <OrderBar {...order} saved={search} origin={{ ...origin, ...(isUnchanged && { saved: search.id }) }} />
}
