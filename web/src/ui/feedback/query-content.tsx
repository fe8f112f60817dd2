import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from './state-view.tsx'

type QueryContentProps<Data> = {
  /** The name of the data in the error message: `The coverage`. */
  what: string
  result: Pick<UseQueryResult<Data>, 'data' | 'error'> & { refetch: () => unknown }
  /** The placeholder while loading, or its height in pixels. */
  loading: number | ReactNode
  children: (data: Data) => ReactNode
}

/** Renders the data of a query, a skeleton while it loads, or its error. Data stays visible when a refetch fails. */
export function QueryContent<Data>({
  what,
  result: { data, error, refetch },
  loading,
  children,
}: QueryContentProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <LoadFailure what={what} error={error} onRetry={() => void refetch()} />
  return typeof loading === 'number' ? <Skeleton height={loading} radius="md" /> : loading
}
