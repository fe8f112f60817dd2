import type { BuyerPage } from '@dooryard/contract/buyers'
import type { UseQueryResult } from '@tanstack/react-query'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { buyerColumns } from './buyer-columns.tsx'
import { WhatIsCounted } from './buyer-figures.tsx'
import classes from './buyer-finder.module.css'
import type { BuyerFinderState } from './buyer-search.ts'
import { unresolvedInWords } from './buyer-words.ts'
import { NobodyBought } from './nobody-bought.tsx'
import { useChoice } from './use-buyer-choice.ts'

const buyerAt = ({ target }: SyntheticEvent) =>
  target instanceof Element
    ? target.closest('[data-row]')?.querySelector<HTMLElement>('[data-buyer]')?.dataset['buyer']
    : undefined

type BuyerListProps = {
  state: BuyerFinderState
  result: UseQueryResult<BuyerPage>
  onState: OnState
}

/** The buyers, best first. Pointing at one shows its purchases on the map; Space chooses the one that has the focus. */
export function BuyerList({ state, result, onState }: BuyerListProps) {
  const { page, isChosen, choose, clear, onActive } = useChoice()
  const onKeyDown = (event: KeyboardEvent) => {
    const buyer = page.find(({ buyerKey }) => buyerKey === buyerAt(event))
    const isOnLink = event.target instanceof Element && event.target.matches('[data-row-link]')
    if (event.key === 'Escape') clear()
    if (event.key !== ' ' || !buyer || !isOnLink) return
    event.preventDefault()
    choose([buyer], !isChosen(buyer))
  }
  const unresolved = unresolvedInWords(result.data?.unresolved ?? 0)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what it listens to comes from the links inside
    <div
      className={classes.list}
      onPointerOver={(event) => onActive(buyerAt(event))}
      onPointerLeave={() => onActive(undefined)}
      onFocus={(event) => onActive(buyerAt(event))}
      onBlur={() => onActive(undefined)}
      onKeyDown={onKeyDown}
    >
      <DataTable
        label="Buyers"
        columns={buyerColumns}
        result={result}
        rowId={({ buyerKey }) => buyerKey}
        state={{ page: state.page, limit: state.limit }}
        onState={onState}
        empty={<NobodyBought state={state} onChange={onState} />}
      />
      {unresolved && <p className={classes.note}>{unresolved}</p>}
      <WhatIsCounted />
    </div>
  )
}
