import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import type { OrderQuote } from '@dooryard/contract/order-quote'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import { useOrderQuote } from '../../../criteria/order-quote/quote.data.ts'
import { SaveSearchButton } from '../../../criteria/saved-searches/save-search-button.tsx'
import { savedSearch } from '../../../criteria/saved-searches/saved-searches.data.ts'
import { formatNumber, plural } from '../../../lib/format.ts'
import { me, useCreditSettings } from '../../../lib/me.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { useDeferred } from '../../../ui/hooks.ts'
import { FootBar } from '../../../ui/layout/finder-frame.tsx'
import type { OnFinder } from '../finder-state.ts'
import { useMinOrder } from '../search/lead-finder.data.ts'
import type { Selection } from './use-selection.ts'

function useObstacle(quote: OrderQuote | undefined, creditRequired: number) {
  const min = useMinOrder()
  const { data } = useQuery(me())
  if (!quote) return {}
  const most = quote.deliverable + quote.notTraced
  if (most < min) return { text: `the smallest order is ${plural(min, 'lead')}`, isTooFew: true }
  const has = data && data.balance.subscriptionCredits + data.balance.onDemandCredits
  const isShort = has !== undefined && most * creditRequired > has
  return isShort ? { text: `you have ${plural(has, 'credit')}` } : {}
}

type OrderBarProps = {
  criteria: Criteria
  /** Whether nothing matches, so that there is nothing to order. */
  isEmpty: boolean
  /** Whether these criteria have been counted, which nothing competes with. */
  isCounted: boolean
  saved: string | undefined
  onState: OnFinder
}

/** What can be ordered of what is found, in the first type there is, and the way to order or save it. */
function OrderBar({ criteria, isEmpty, isCounted, saved, onState }: OrderBarProps) {
  const setting = useCreditSettings()?.find(({ isActive }) => isActive)
  const { data, isPlaceholderData, isError } = useOrderQuote({ campaignType: setting?.key, criteria }, isCounted)
  const search = useQuery({ ...savedSearch(saved ?? ''), enabled: saved !== undefined, staleTime: 60_000 })
  const obstacle = useObstacle(data, setting?.creditRequired ?? 0)
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
    <FootBar
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
    </FootBar>
  )
}

type OrderButtonProps = {
  criteria: Criteria
  type: CampaignType
  credits: number | undefined
  /** Whether the credits are of what was asked before: they keep their room, and are not read out. */
  isStale: boolean
  isTooFew: boolean
}

function OrderButton({ criteria, type, credits, isStale, isTooFew }: OrderButtonProps) {
  const label = (
    <span>
      Create order
      {credits !== undefined && (
        <Box component="span" opacity={isStale ? 0.6 : undefined} aria-hidden={isStale}>
          {` · ${plural(credits, 'credit')}`}
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

type ResultsFootProps = OrderBarProps & { selection: Selection; onEdit: (edit: (now: Criteria) => Criteria) => void }

/** What can be done with what is found; while some of it is selected, with that. */
export function ResultsFoot({ selection, onEdit, ...order }: ResultsFootProps) {
  const hasSome = selection.selected.size > 0
  const BulkBar = useDeferred(async () => (await import('./bulk-bar.tsx')).BulkBar, hasSome)
  if (hasSome && BulkBar) return <BulkBar criteria={order.criteria} selection={selection} onEdit={onEdit} />
  return <OrderBar {...order} />
}
