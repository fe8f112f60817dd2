import type { BuyerPage } from '@dooryard/contract/buyers'
import { NativeSelect } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { List, Map as MapIcon, Rows2 } from 'lucide-react'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { ViewChoice } from '../../ui/display/segments.tsx'
import { FiltersButton, FoundCount, NotCounted, type useFinderFrame } from '../../ui/layout/finder-frame.tsx'
import classes from './buyer-finder.module.css'
import { asking, type BuyerFinderState, buyerSorts, milesInWords } from './buyer-search.ts'
import { buyersInWords } from './buyer-words.ts'

type Change = (change: Partial<BuyerFinderState>) => void

/** How many buyers there are and what was asked, dimmed while it is asked again, and announced when it has changed. */
export function BuyerCount({ state, result }: { state: BuyerFinderState; result: UseQueryResult<BuyerPage> }) {
  const { data, isPlaceholderData, isError } = result
  if (isError && !data) return <NotCounted>Not counted</NotCounted>
  const [one, many] = buyersInWords[state.kind]
  return (
    <FoundCount isStale={isPlaceholderData}>
      {data ? (
        <>
          <strong>{formatNumber(data.totalCount)}</strong> {data.totalCount === 1 ? one : many} within{' '}
          {milesInWords(state.miles)} since {formatDay(data.since)}
        </>
      ) : (
        'Looking for buyers…'
      )}
    </FoundCount>
  )
}

const sortWords = {
  purchases: 'Most purchases first',
  lastPurchase: 'Latest purchase first',
  medianPrice: 'Highest median price first',
}

function SortField({ state, onChange }: { state: BuyerFinderState; onChange: Change }) {
  return (
    <NativeSelect
      size="xs"
      className={classes.sort}
      aria-label="Sort by"
      data={buyerSorts.map((value) => ({ value, label: sortWords[value] }))}
      value={state.sort}
      onChange={({ currentTarget }) => onChange(asking({ sort: currentTarget.value as BuyerFinderState['sort'] }))}
    />
  )
}

const views = [
  { value: 'both', icon: Rows2, label: 'Map and list' },
  { value: 'map', icon: MapIcon, label: 'Map' },
  { value: 'list', icon: List, label: 'List' },
] as const

type ResultsBarProps = {
  state: BuyerFinderState
  /** Undefined while there is no place to look around. */
  result: UseQueryResult<BuyerPage> | undefined
  view: BuyerFinderState['view']
  frame: ReturnType<typeof useFinderFrame>
  onChange: Change
}

/** How many were found, and how they are shown. */
export function ResultsBar({ state, result, view, frame, onChange }: ResultsBarProps) {
  if (!result && frame.isWide) return null
  return (
    <div className={classes.bar}>
      {result && <BuyerCount state={state} result={result} />}
      <div className={classes.tools}>
        <FiltersButton frame={frame} />
        {result && view !== 'map' && <SortField state={state} onChange={onChange} />}
        {result && (
          <ViewChoice<BuyerFinderState['view']>
            views={views}
            view={view}
            isPhone={frame.isPhone}
            onChange={(next) => onChange({ view: next })}
          />
        )}
      </div>
    </div>
  )
}
