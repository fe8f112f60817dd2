import type { FileImport } from '@dooryard/contract/file-imports'
import type { PageOf } from '@dooryard/contract/paging'
import type { UseQueryResult } from '@tanstack/react-query'
import { FileClock } from 'lucide-react'
import { StateView } from '../../ui/display/state-view.tsx'
import type { Columns, OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import classes from './integration.module.css'
import type { IntegrationSearch } from './integration-search.ts'

type ImportsTableProps = {
  result: UseQueryResult<PageOf<FileImport>>
  columns: Columns<FileImport>
  state: Pick<IntegrationSearch, 'importPage' | 'importLimit'>
  onState: OnState
}

/** What was uploaded, and what became of it. */
export function ImportsTable({ result, columns, state, onState }: ImportsTableProps) {
  // Under names of their own, because the area codes have pages too.
  const onImports: OnState = (change, how) =>
    onState(
      {
        ...(change.page !== undefined && { importPage: change.page }),
        ...(change.limit !== undefined && { importLimit: change.limit }),
      },
      how,
    )
  return (
    <section>
      <h2 className={classes.heading}>Imports</h2>
      <DataTable
        label="Imports"
        columns={columns}
        result={result}
        rowId={({ id }) => id}
        state={{ page: state.importPage, limit: state.importLimit }}
        onState={onImports}
        empty={
          <StateView
            icon={FileClock}
            title="Nothing was uploaded yet"
            text="Each file shows here from its upload to its last line, and what became of it stays."
          />
        }
      />
    </section>
  )
}
