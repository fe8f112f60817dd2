import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isMissing } from '../../lib/errors.ts'
import { MissingOrFailed } from '../display/state-view.tsx'
import { DataTable, type DataTableProps } from '../table/data-table.tsx'
import { PageHeader, type PageHeaderProps } from './page-header.tsx'

type ListScreenProps<Row extends object> = DataTableProps<Row> & {
  header: PageHeaderProps
  /** Between the heading and the list: notices, totals. */
  children?: ReactNode
}

export const ListScreen = <Row extends object>({ header, children, ...table }: ListScreenProps<Row>) => (
  <>
    <PageHeader {...header} />
    {children}
    <DataTable {...table} />
  </>
)

type DetailsScreenProps<Data> = {
  /** What is shown: `Webhook`. */
  what: string
  result: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  trail: ReactNode[]
  wayBack: { to: LinkProps['to']; label: string }
  /** Of what stands there while it loads, in pixels. */
  height?: number
  children: (data: Data) => ReactNode
}

/** The screen of one thing that its address names: loading, not there, failed, or shown. */
export function DetailsScreen<Data>({
  what,
  result,
  trail,
  wayBack,
  height = 420,
  children,
}: DetailsScreenProps<Data>) {
  const { data, error, refetch } = result
  // Deleted elsewhere, it is not shown as what it was.
  if (data !== undefined && !isMissing(error)) return children(data)
  return (
    <>
      <PageHeader heading={what} title={what} trail={trail} />
      {error ? (
        <MissingOrFailed
          what={`The ${what.toLowerCase()}`}
          error={error}
          onRetry={() => void refetch()}
          wayBack={wayBack}
        />
      ) : (
        <Skeleton height={height} radius="md" role="status" aria-label={`Loading the ${what.toLowerCase()}`} />
      )}
    </>
  )
}
