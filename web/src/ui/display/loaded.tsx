import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from './state-view.tsx'

type LoadedProps<Data> = {
  /** What is loaded, as its failure names it: `The coverage`. */
  what: string
  result: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** What stands there while it loads, or its height in pixels. */
  loading: number | ReactNode
  children: (data: Data) => ReactNode
}

/** What a query answered; until then a skeleton, or why it failed. An answer stays while a later one fails. */
export function Loaded<Data>({ what, result: { data, error, refetch }, loading, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <LoadFailure what={what} error={error} onRetry={() => void refetch()} />
  return typeof loading === 'number' ? <Skeleton height={loading} radius="md" /> : loading
}
