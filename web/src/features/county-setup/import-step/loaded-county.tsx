import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import type { RollImport } from '@dooryard/contract/data/roll-imports'
import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FillList } from '../../../entities/dataset/fill-bars.tsx'
import { buildQuery } from '../../../lib/api/query.ts'
import { formatDay, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { StatTiles } from '../../../ui/display/stats.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { PositionsPanel } from '../check-step/positions-panel.tsx'
import { checkQuery } from '../county-setup.data.ts'
import { ExportButton } from './export-button.tsx'
import { FinderLink } from './finder-link.tsx'
import { KeepFresh } from './keep-fresh.tsx'

type LoadedCountyProps = { row: RollImport; setup: CountySetup; document: SourceDocument }

function Outcome({ row: { status, message, rowsMapped = 0, rowsRejected = 0 } }: Pick<LoadedCountyProps, 'row'>) {
  return (
    <>
      <Notice tone="good">
        {status === 'UNCHANGED'
          ? 'This file is already loaded. Nothing changed.'
          : `${pluralize(rowsMapped, 'row')} imported, ${formatNumber(rowsRejected)} rejected.`}
      </Notice>
      {message && <Notice tone="info">{message}</Notice>}
    </>
  )
}

const Counts = ({ dataset: { properties, transfers, rowsRejected, recordedOn } }: { dataset: Dataset }) => (
  <StatTiles
    w="100%"
    cols={{ base: 2, sm: 4 }}
    stats={[
      { label: 'Properties', value: formatNumber(properties) },
      { label: 'Sales', value: formatNumber(transfers) },
      { label: 'Rejected', value: formatNumber(rowsRejected), tone: rowsRejected > 0 ? 'warn' : undefined },
      { label: 'Data as of', value: formatDay(recordedOn) },
    ]}
  />
)

/** Where the properties lie, as the check has found it: the same rows were imported. */
function Positions({ setupId }: { setupId: string }) {
  const { data } = useQuery(checkQuery(setupId))
  return data?.report && data.report.positions.length > 0 ? <PositionsPanel report={data.report} /> : null
}

/** What was loaded, where it is found, and how it stays fresh. */
export function LoadedCounty({ row, setup, document }: LoadedCountyProps) {
  const query = { source: row.source, limit: 1 }
  const result = useQuery(buildQuery(datasets.list, { query }))
  const dataset = result.data?.items[0]
  const fips = 'fips' in document.county ? document.county.fips : setup.countyFips
  return (
    <Stack gap="var(--screen-gap)">
      <Panel title="Import">
        <Stack gap={16} align="flex-start">
          <Outcome row={row} />
          <QueryContent what="The county dataset" result={result} loading={72}>
            {() => dataset && <Counts dataset={dataset} />}
          </QueryContent>
          <Group gap={8}>
            <FinderLink loaded={dataset ?? { countyFips: fips === null ? [] : [fips], counties: [] }} />
            <LinkButton variant="default" to="/portal/coverage">
              View data coverage
            </LinkButton>
            <LinkButton variant="default" to="/portal/data">
              Back to data
            </LinkButton>
            <ExportButton document={document} />
          </Group>
        </Stack>
      </Panel>
      {dataset && (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="var(--screen-gap)" style={{ alignItems: 'start' }}>
          <KeepFresh dataset={dataset} setup={setup} />
          {dataset.fills.length > 0 && (
            <Panel title="Filled">
              <FillList fills={dataset.fills} />
            </Panel>
          )}
        </SimpleGrid>
      )}
      <Positions setupId={setup.id} />
    </Stack>
  )
}
