import { type RollCoverage, rolls } from '@dooryard/contract/data/rolls'
import { Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { buildQuery } from '../../lib/api/query.ts'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { QueryContent } from '../../ui/feedback/query-content.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { CoveragePanel } from './coverage-panel.tsx'
import { DatasetList } from './datasets/dataset-list.tsx'
import { GazetteerPanel } from './gazetteer-panel.tsx'
import { HistoryList } from './history/history-list.tsx'
import { MapPanel } from './map-panel.tsx'
import { RollDrawer } from './roll-drawer.tsx'
import { formatIncomplete } from './roll-formats.ts'
import { SetupsPanel } from './setups-panel.tsx'
import { SourcesPanel } from './sources-panel.tsx'

type DataScreenProps = {
  state: { page: number; limit: number; importPage: number; importLimit: number; roll?: number }
  onState: OnTableStateChange
}

function Totals({ coverage }: { coverage: RollCoverage | undefined }) {
  const totals = [
    { label: 'Properties', value: coverage && formatNumber(coverage.properties) },
    { label: 'Counties covered', value: coverage && formatNumber(coverage.counties.length) },
    { label: 'Data sources', value: coverage && formatNumber(coverage.rolls) },
    { label: 'Newest data', value: coverage && formatDay(coverage.recordedOn) },
  ]
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} spacing={{ base: 12, sm: 16 }} m={0}>
      {totals.map(({ label, value }) => (
        <Paper key={label} withBorder px={{ base: 14, sm: 20 }} py={{ base: 12, sm: 14 }}>
          <Text component="dt" c="dimmed" fz="sm" lh={1.5}>
            {label}
          </Text>
          <Text
            component="dd"
            m={0}
            mt={2}
            fz={{ base: 17, sm: 22 }}
            lh={{ base: '28px', sm: '32px' }}
            fw={600}
            lts="-0.018em"
            className="numbers"
          >
            {value ?? <Skeleton height={20} width={96} my={6} />}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

export function DataScreen({ state, onState }: DataScreenProps) {
  const result = useQuery(buildQuery(rolls.coverage, {}))
  const coverage = result.data
  return (
    <>
      <PageHeader
        heading="Data"
        title="Data"
        lead="County data used by every search and order. Each row is imported or rejected with a reason."
        actions={
          <LinkButton to="/portal/data/add" leftSection={<Plus size={16} aria-hidden="true" />}>
            Add a county
          </LinkButton>
        }
      />
      <Stack gap="var(--screen-gap)">
        {coverage && coverage.incomplete.length > 0 && (
          <Notice tone="warn">{formatIncomplete(coverage.incomplete.map(({ name }) => name))}</Notice>
        )}
        <SetupsPanel />
        <Totals coverage={coverage} />
        <QueryContent what="The coverage" result={result} loading={560}>
          {({ counties }) => <CoveragePanel counties={counties} />}
        </QueryContent>
        <DatasetList state={state} onState={onState} />
        <HistoryList state={state} onState={onState} />
        <SourcesPanel />
        <GazetteerPanel />
        <MapPanel />
      </Stack>
      <RollDrawer id={state.roll?.toString()} onClose={() => onState({ roll: undefined })} />
    </>
  )
}
