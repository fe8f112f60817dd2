import type { Operations } from '@dooryard/contract/operations'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import { StateView } from '../../ui/display/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { jobColumns } from './job-columns.tsx'
import { jobPage } from './operations.data.ts'
import type { OperationsSearch } from './operations-search.ts'

type JobsTableProps = { tasks: Operations['jobs']['byTask']; state: OperationsSearch; onState: OnState }

const nothing = (
  <StateView
    icon={ListChecks}
    title="No job is waiting"
    text="Orders, imports and mails stand here from when they are asked for until they are done."
  />
)

/** The jobs that are not done. */
export function JobsTable({ tasks, state, onState }: JobsTableProps) {
  const result = useQuery(jobPage(state))
  const columns = useMemo(() => jobColumns(tasks), [tasks])
  return (
    <DataTable
      label="Jobs"
      columns={columns}
      result={result}
      rowId={({ id }) => id}
      state={state}
      onState={onState}
      empty={nothing}
    />
  )
}
