import type { CampaignType } from '@dooryard/contract/api/enums'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import type { OrderQuote } from '@dooryard/contract/orders/order-quote'
import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import { useOrderQuote } from '../../../criteria/order-quote/quote.data.ts'
import { SaveSearchButton } from '../../../criteria/saved-searches/save-search-button.tsx'
import { savedSearchQuery } from '../../../criteria/saved-searches/saved-searches.data.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { useLazyLoadWhen } from '../../../ui/hooks/hooks.ts'
import { ActionBar } from '../../../ui/layout/frames/finder-frame.tsx'
import type { OnFinderStateChange } from '../finder-state.ts'
import { useMinOrderQuantity } from '../search/lead-finder.data.ts'
import type { Selection } from './use-selection.ts'

function useOrderObstacle(quote: OrderQuote | undefined, creditRequired: number) {
  const min = useMinOrderQuantity()
  const { data } = useQuery(currentUserQuery())
  if (!quote) return {}
  const max = quote.deliverable + quote.notTraced
  if (max < min) return { text: `the smallest order is ${pluralize(min, 'lead')}`, isTooFew: true }
  const available = data && data.balance.subscriptionCredits + data.balance.onDemandCredits
  const isShort = available !== undefined && max * creditRequired > available
  return isShort ? { text: `you have ${pluralize(available, 'credit')}` } : {}
}

type OrderBarProps = {
  criteria: Criteria
  /** Whether nothing matches, so nothing can be ordered. */
  isEmpty: boolean
  /** Whether these criteria have been counted; other requests wait for that. */
  isCounted: boolean
  saved: string | undefined
  onState: OnFinderStateChange
}

/** What can be ordered from the matches, in the first active campaign type, with the actions to order or save. */
function OrderBar({ criteria, isEmpty, isCounted, saved, onState }: OrderBarProps) {
  const setting = useCreditSettings()?.find(({ isActive }) => isActive)
  const { data, isPlaceholderData, isError } = useOrderQuote({ campaignType: setting?.key, criteria }, isCounted)
  const search = useQuery({ ...savedSearchQuery(saved ?? ''), enabled: saved !== undefined })
  const obstacle = useOrderObstacle(data, setting?.creditRequired ?? 0)
  const hasFilters = !isEmptyCriteria(criteria)
  const isStale = isPlaceholderData || !isCounted
  const summary = data && setting && (
    <>
      <strong>{formatNumber(data.deliverable)}</strong> deliverable
      <Box component="span" visibleFrom="sm">
        {' '}
        as {setting.name}
      </Box>
      {!isEmpty && obstacle.text && <span> · {obstacle.text}</span>}
    </>
  )
  return (
    <ActionBar
      label="Order"
      isStale={isStale}
      words={
        !hasFilters
          ? 'Set at least one filter to order the leads it finds.'
          : isError && !data
            ? 'The cost could not be computed just now.'
            : summary
      }
    >
      {hasFilters && (
        <SaveSearchButton
          criteria={criteria}
          saved={saved === undefined ? undefined : search.data}
          onSaved={({ id }) => onState({ saved: id })}
        />
      )}
      {setting && hasFilters && !isEmpty && (
        <OrderButton
          criteria={criteria}
          type={setting.key}
          credits={data?.credits}
          isStale={isStale}
          isTooFew={obstacle.isTooFew ?? false}
        />
      )}
    </ActionBar>
  )
}

type OrderButtonProps = {
  criteria: Criteria
  type: CampaignType
  credits: number | undefined
  /** Whether the credits belong to the previous criteria; they keep their space and are not read out. */
  isStale: boolean
  isTooFew: boolean
}

function OrderButton({ criteria, type, credits, isStale, isTooFew }: OrderButtonProps) {
  const label = (
    <span>
      Create order
      {credits !== undefined && (
        <Box component="span" opacity={isStale ? 0.6 : undefined} aria-hidden={isStale}>
          {` · ${pluralize(credits, 'credit')}`}
        </Box>
      )}
    </span>
  )
  const icon = <PackagePlus size={16} aria-hidden="true" />
  if (isTooFew)
    return (
      <Button disabled leftSection={icon}>
        {label}
      </Button>
    )
  return (
    <LinkButton to="/portal/orders/create" search={{ criteria, type }} leftSection={icon}>
      {label}
    </LinkButton>
  )
}

type ResultsFootProps = OrderBarProps & {
  selection: Selection
  onEdit: (edit: (current: Criteria) => Criteria) => void
}

/** The actions on the matches or, if there is one, on the selection. */
export function ResultsFoot({ selection, onEdit, ...order }: ResultsFootProps) {
  const hasSome = selection.selected.size > 0
  const BulkBar = useLazyLoadWhen(async () => (await import('./bulk-bar.tsx')).BulkBar, hasSome)
  if (hasSome && BulkBar) return <BulkBar criteria={order.criteria} selection={selection} onEdit={onEdit} />
  return <OrderBar {...order} />
}
