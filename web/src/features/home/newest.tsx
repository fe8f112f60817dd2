import type { PageOf } from '@dooryard/contract/paging'
import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import classes from './home.module.css'

/** Lines in the place of a list that is on its way. */
export const ListWaiting = ({ what }: { what: string }) => (
  <div className={classes.bones} role="status" aria-label={`${what}, loading`}>
    {[72, 58, 66].map((width) => (
      <Skeleton key={width} height={14} width={`${width}%`} />
    ))}
  </div>
)

type NewestProps<Item> = {
  what: string
  result: UseQueryResult<PageOf<Item>>
  empty: ReactNode
  row: (item: Item) => ReactNode
}

/** The first of a list, or why there are none. */
export function Newest<Item>({ what, result, empty, row }: NewestProps<Item>) {
  const { data, error, refetch } = result
  if (error && !data) return <LoadFailure what={what} error={error} onRetry={() => void refetch()} />
  if (!data) return <ListWaiting what={what} />
  if (data.items.length === 0) return empty
  return <ul className={classes.list}>{data.items.map((item) => row(item))}</ul>
}
