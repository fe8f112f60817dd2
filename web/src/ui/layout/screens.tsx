import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isNotFoundError } from '../../lib/api/errors.ts'
import { NotFoundOrError } from '../feedback/state-view.tsx'
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
  /** The name of the item: `Webhook`. */
  what: string
  result: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  trail: ReactNode[]
  backLink: { to: LinkProps['to']; label: string }
  /** The height of the skeleton in pixels. */
  height?: number
  children: (data: Data) => ReactNode
}

/** The screen of a single item named by the address: loading, not found, failed, or its content. */
export function DetailsScreen<Data>({
  what,
  result,
  trail,
  backLink,
  height = 420,
  children,
}: DetailsScreenProps<Data>) {
  const { data, error, refetch } = result
  // An item deleted elsewhere is no longer shown.
  if (data !== undefined && !isNotFoundError(error)) return children(data)
  return (
    <>
      <PageHeader heading={what} title={what} trail={trail} />
      {error ? (
        <NotFoundOrError
          what={`The ${what.toLowerCase()}`}
          error={error}
          onRetry={() => void refetch()}
          backLink={backLink}
        />
      ) : (
        <Skeleton height={height} radius="md" role="status" aria-label={`Loading the ${what.toLowerCase()}`} />
      )}
    </>
  )
}
