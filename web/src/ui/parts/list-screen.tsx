import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from '../table/data-table.tsx'
import { PageHeader, type PageHeaderProps } from './page-header.tsx'

type ListScreenProps<Row extends object> = DataTableProps<Row> & {
  header: PageHeaderProps
  /** Between the heading and the list: notices, totals. */
  children?: ReactNode
}

/** A screen that is a list: its heading, what is said above the rows, and the rows. */
export const ListScreen = <Row extends object>({ header, children, ...table }: ListScreenProps<Row>) => (
  <>
    <PageHeader {...header} />
    {children}
    <DataTable {...table} />
  </>
)
