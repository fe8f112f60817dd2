import { dncMaxAgeDays } from '@dooryard/contract/limits'
import { Button } from '@mantine/core'
import { PhoneOff } from 'lucide-react'
import { useMemo } from 'react'
import { StateView } from '../../ui/display/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { coverageColumns } from './coverage-columns.tsx'
import { statesOf } from './coverage-rows.ts'
import { useCoverage, useCoveragePage, useIsPlatform } from './integration.data.ts'
import classes from './integration.module.css'
import type { CoverageState } from './integration-search.ts'

type CoverageTableProps = { state: CoverageState; onState: OnState; onImport: () => void }

/** What is left of the address once the table's own part is taken out of it. */
const askedOf = ({ page, limit, search, state, age, sort, order }: CoverageState) => ({
  page,
  limit,
  ...(search && { search }),
  ...(state && { state }),
  ...(age && { age }),
  ...(sort && { sort }),
  ...(order && { order }),
})

/** The area codes that are covered, each with the copy in use and its age. */
export function CoverageTable({ state, onState, onImport }: CoverageTableProps) {
  const isPlatform = useIsPlatform()
  const { data } = useCoverage()
  const asked = askedOf(state)
  const result = useCoveragePage(asked)
  const maxAgeDays = data?.maxAgeDays ?? dncMaxAgeDays
  const columns = useMemo(
    () => coverageColumns({ isPlatform, maxAgeDays, states: statesOf(data?.copies ?? []) }),
    [isPlatform, maxAgeDays, data?.copies],
  )
  return (
    <section>
      <h2 className={classes.heading}>Area codes</h2>
      <DataTable
        label="Area codes"
        columns={columns}
        result={result}
        rowId={({ areaCode }) => areaCode}
        state={asked}
        onState={onState}
        searchBy="area code or state"
        empty={
          <StateView
            icon={PhoneOff}
            title="No area code is covered"
            text="Until a copy of the national registry is imported, no phone number is delivered as callable."
            action={
              <Button variant="default" onClick={onImport}>
                Import a list
              </Button>
            }
          />
        }
      />
    </section>
  )
}
