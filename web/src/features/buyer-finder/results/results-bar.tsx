import type { BuyerPage } from '@dooryard/contract/properties/buyers'
import { Flex, Group, NativeSelect } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { List, Map as MapIcon, Rows2 } from 'lucide-react'
import { formatDay, formatNumber } from '../../../lib/format/format.ts'
import { ViewSwitcher } from '../../../ui/display/segments.tsx'
import { CountError, FiltersButton, ResultCount, type useFinderFrame } from '../../../ui/layout/frames/finder-frame.tsx'
import { buyerKindNouns } from '../buyer/buyer-formats.ts'
import classes from '../buyer-finder.module.css'
import { type BuyerFinderState, formatMiles, toSearchChange } from '../buyer-search.ts'

/** The number of buyers and the search, dimmed while it reloads and announced when it changes. */
export function BuyerCount({ state, result }: { state: BuyerFinderState; result: UseQueryResult<BuyerPage> }) {
  const { data, isPlaceholderData, isError } = result
  if (isError && !data) return <CountError>Not counted</CountError>
  const [one, many] = buyerKindNouns[state.kind]
  return (
    <ResultCount isStale={isPlaceholderData}>
      {data ? (
        <>
          <strong>{formatNumber(data.totalCount)}</strong> {data.totalCount === 1 ? one : many} within{' '}
          {formatMiles(state.miles)} since {formatDay(data.since)}
        </>
      ) : (
        'Finding buyers…'
      )}
    </ResultCount>
  )
}

const sortChoices: Record<string, { label: string; sort: BuyerFinderState['sort'] }> = {
  purchases: { label: 'Most purchases first', sort: 'purchases' },
  lastPurchase: { label: 'Latest purchase first', sort: 'lastPurchase' },
  medianPrice: { label: 'Highest median price first', sort: 'medianPrice' },
  portfolioSize: { label: 'Largest portfolio first', sort: 'portfolioSize' },
}

const toOption = ([value, { label }]: [string, { label: string }]) => ({ value, label })

/** A sort by a table header that the menu does not have. */
const otherSort = { value: '', label: 'Sorted by table header' }

const views = [
  { value: 'both', icon: Rows2, label: 'Map and list' },
  { value: 'map', icon: MapIcon, label: 'Map' },
  { value: 'list', icon: List, label: 'List' },
] as const

type ResultsBarProps = {
  state: BuyerFinderState
  /** Undefined without a subject. */
  result: UseQueryResult<BuyerPage> | undefined
  view: BuyerFinderState['view']
  frame: ReturnType<typeof useFinderFrame>
  onChange: (change: Partial<BuyerFinderState>) => void
}

export function ResultsBar({ state, result, view, frame, onChange }: ResultsBarProps) {
  if (!result && frame.isWide) return null
  const isListed = state.order === 'desc' && Object.hasOwn(sortChoices, state.sort)
  return (
    <Group justify="space-between" gap="8px 12px" mih={36} mb={12}>
      {result && <BuyerCount state={state} result={result} />}
      <Flex
        align="center"
        justify="space-between"
        gap={8}
        wrap={{ base: 'wrap', sm: 'nowrap' }}
        flex={{ base: '1 1 100%', sm: '0 1 auto' }}
        ml="auto"
      >
        <FiltersButton frame={frame} />
        {result && view !== 'map' && (
          <NativeSelect
            size="xs"
            className={classes.sort}
            aria-label="Sort by"
            data={[...Object.entries(sortChoices).map(toOption), ...(isListed ? [] : [otherSort])]}
            value={isListed ? state.sort : ''}
            onChange={({ currentTarget }) => {
              const chosen = sortChoices[currentTarget.value]
              if (chosen) onChange(toSearchChange({ sort: chosen.sort, order: 'desc' }))
            }}
          />
        )}
        {result && (
          <ViewSwitcher<BuyerFinderState['view']>
            views={views}
            view={view}
            isPhone={frame.isPhone}
            onChange={(next) => onChange({ view: next })}
          />
        )}
      </Flex>
    </Group>
  )
}
