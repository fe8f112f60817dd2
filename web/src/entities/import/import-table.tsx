import { Box, Title } from '@mantine/core'
import { FileClock } from 'lucide-react'
import { useMemo } from 'react'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable, type DataTableProps } from '../../ui/table/data-table.tsx'
import { type AnyImport, type ImportOptions, importColumns } from './import-columns.tsx'

export type ImportTableProps<Row extends AnyImport> = ImportOptions<Row> & {
  result: DataTableProps<Row>['result']
  /** Separate names, because another table of the screen is paginated too. */
  state: { importPage: number; importLimit: number }
  onState: OnTableStateChange
}

/** The imports of files with their outcomes, newest first. */
export function ImportTable<Row extends AnyImport>(props: ImportTableProps<Row>) {
  const { calls, changes, unit, describe, result, state, onState } = props
  const columns = useMemo(
    () => importColumns<Row>({ calls, changes, unit, describe }),
    [calls, changes, unit, describe],
  )
  const onImports: OnTableStateChange = ({ page, limit }, how) =>
    onState(
      { ...(page !== undefined && { importPage: page }), ...(limit !== undefined && { importLimit: limit }) },
      how,
    )
  return (
    <Box component="section" flex={1} miw={0}>
      <Title order={2} mb={12}>
        Imports
      </Title>
      <DataTable
        label="Imports"
        columns={columns}
        result={result}
        state={{ page: state.importPage, limit: state.importLimit }}
        onState={onImports}
        empty={{
          icon: FileClock,
          title: 'No imports yet',
          text: 'Imported files and their results appear here.',
        }}
      />
    </Box>
  )
}
