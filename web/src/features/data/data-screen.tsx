import type { RollCoverage } from '@dooryard/contract/rolls'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Database, FileClock } from 'lucide-react'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { LoadFailure, StateView } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { coverage, importPage, rollPage } from './data.data.ts'
import classes from './data.module.css'
import { importColumns } from './import-columns.tsx'
import { ImportPanel } from './import-panel.tsx'
import { IncompleteNotice } from './incomplete-notice.tsx'
import { rollColumns } from './roll-columns.tsx'
import { RollDrawer } from './roll-drawer.tsx'
import { useImportStream } from './use-import-stream.ts'

type DataState = { page: number; limit: number; importPage: number; importLimit: number; roll?: number }

type DataScreenProps = { state: DataState; onState: OnState }

function Tiles({ data }: { data: RollCoverage | undefined }) {
  const tiles = [
    { label: 'Properties', value: data && formatNumber(data.properties) },
    { label: 'Counties covered', value: data && formatNumber(data.counties.length) },
    { label: 'Rolls', value: data && formatNumber(data.rolls) },
    { label: 'Newest data', value: data && formatDay(data.recordedOn) },
  ]
  return (
    <dl className={classes.tiles}>
      {tiles.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? <Skeleton height={20} width={96} my={6} />}</dd>
        </div>
      ))}
    </dl>
  )
}

function Coverage({ result }: { result: ReturnType<typeof useCoverage> }) {
  const { data, error, refetch } = result
  if (error && !data) return <LoadFailure what="The coverage" error={error} onRetry={() => void refetch()} />
  return data ? <CoveragePanel coverage={data} /> : <Skeleton height={560} radius="md" />
}

const useCoverage = () => useQuery(coverage())

function Imports({ state: { importPage: page, importLimit: limit }, onState }: DataScreenProps) {
  const result = useQuery(importPage({ page, limit }))
  useImportStream(result.data?.items)
  // Under names of their own, because the rolls below have pages too.
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
        columns={importColumns}
        result={result}
        rowId={(item) => item.id}
        state={{ page, limit }}
        onState={onImports}
        empty={
          <StateView
            icon={FileClock}
            title="Nothing was uploaded yet"
            text="Each file shows here from its upload to its last row, and what became of it stays."
          />
        }
      />
    </section>
  )
}

function Rolls({ state: { page, limit }, onState }: DataScreenProps) {
  const result = useQuery(rollPage({ page, limit }))
  return (
    <section>
      <h2 className={classes.heading}>Rolls</h2>
      <DataTable
        label="Rolls"
        columns={rollColumns}
        result={result}
        rowId={(item) => item.id}
        state={{ page, limit }}
        onState={onState}
        empty={
          <StateView
            icon={Database}
            title="No roll is loaded"
            text="Import one above: until then there is nothing to search."
          />
        }
      />
    </section>
  )
}

/** The property data: where it is, the rolls it is made of, and the way in for new ones. */
export function DataScreen({ state, onState }: DataScreenProps) {
  const covered = useCoverage()
  return (
    <>
      <PageHeader
        heading="Data"
        title="Data"
        lead="The rolls that every search and order reads. Each row read was either mapped or rejected with a reason."
      />
      <div className={classes.screen}>
        {covered.data && <IncompleteNotice rolls={covered.data.incomplete} />}
        <Tiles data={covered.data} />
        <Coverage result={covered} />
        <div className={classes.intake}>
          <ImportPanel />
          <Imports state={state} onState={onState} />
        </div>
        <Rolls state={state} onState={onState} />
      </div>
      <RollDrawer id={state.roll?.toString()} onClose={() => onState({ roll: undefined })} />
    </>
  )
}
