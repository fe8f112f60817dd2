import type { BuyerPage } from '@dooryard/contract/properties/buyers'
import { Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { MapPinOff, UserSearch } from 'lucide-react'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import type { Position } from '../../../criteria/places/position.ts'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { buyerKindNouns, formatUnresolved } from '../buyer/buyer-formats.ts'
import { BuyerDefinitions } from '../buyer/buyer-stats.tsx'
import { useBuyerChoiceContext } from '../buyer/use-buyer-choice.ts'
import { useIsPlaceWithoutData, widestMiles } from '../buyer-finder.data.ts'
import classes from '../buyer-finder.module.css'
import { type BuyerFinderState, formatMiles, listBroaderSearches, toSearchChange } from '../buyer-search.ts'
import { buyerColumns } from './buyer-columns.tsx'

const findBuyerKey = ({ target }: SyntheticEvent) =>
  target instanceof Element
    ? target.closest('[data-row]')?.querySelector<HTMLElement>('[data-buyer]')?.dataset['buyer']
    : undefined

const noData = {
  icon: MapPinOff,
  title: 'No data for this place yet',
  text: `No property is known within ${formatMiles(widestMiles)} of it. Try another place.`,
}

/** Why nobody is listed around a place with data, with the searches that may find somebody. */
function explainNobody(state: BuyerFinderState, onState: OnTableStateChange) {
  const broader = listBroaderSearches(state)
  return {
    icon: UserSearch,
    title: `No ${buyerKindNouns[state.kind][1]} found here`,
    text:
      broader.length > 0
        ? 'Widen your search:'
        : 'No purchases by buyers with a known mailing address. Try another place.',
    action: (
      <Group justify="center" gap={8}>
        {broader.map(({ label, change }) => (
          <Button key={label} variant="default" onClick={() => onState(toSearchChange(change))}>
            {label}
          </Button>
        ))}
      </Group>
    ),
  }
}

type BuyerListProps = {
  state: BuyerFinderState
  result: UseQueryResult<BuyerPage>
  center: Position | undefined
  onState: OnTableStateChange
}

/** The buyers, best first. Pointing at one shows its purchases on the map; Space selects the focused one. */
export function BuyerList({ state, result, center, onState }: BuyerListProps) {
  const { page, isChosen, choose, clear, onActive } = useBuyerChoiceContext()
  const onKeyDown = (event: KeyboardEvent) => {
    const buyer = page.find(({ buyerKey }) => buyerKey === findBuyerKey(event))
    const isOnLink = event.target instanceof Element && event.target.matches('[data-row-link]')
    if (event.key === 'Escape') clear()
    if (event.key !== ' ' || !buyer || !isOnLink) return
    event.preventDefault()
    choose([buyer], !isChosen(buyer))
  }
  const isWithoutData = useIsPlaceWithoutData(center, result.data?.totalCount === 0)
  const unresolved = formatUnresolved(result.data?.unresolved ?? 0)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what it listens to comes from the links inside
    <div
      className={classes.list}
      onPointerOver={(event) => onActive(findBuyerKey(event))}
      onPointerLeave={() => onActive(undefined)}
      onFocus={(event) => onActive(findBuyerKey(event))}
      onBlur={() => onActive(undefined)}
      onKeyDown={onKeyDown}
    >
      <DataTable
        label="Buyers"
        columns={buyerColumns}
        result={result}
        rowId={({ buyerKey }) => buyerKey}
        state={{ page: state.page, limit: state.limit, sort: state.sort, order: state.order }}
        onState={onState}
        empty={isWithoutData ? noData : explainNobody(state, onState)}
      />
      {unresolved && (
        <Text fz={13} c="dimmed" mt={12}>
          {unresolved}
        </Text>
      )}
      <BuyerDefinitions />
    </div>
  )
}
