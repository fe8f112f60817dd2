import { revenue } from '@dooryard/contract/admin/revenue'
import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { downloadFile } from '../../lib/api/file-transfer.ts'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { StatGrid } from '../../ui/display/stats.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ExportButton } from '../../ui/table/export-button.tsx'
import { RevenueCharts } from './revenue-charts.tsx'
import { toRevenueStats } from './revenue-stats.tsx'
import { Definitions, MonthTable, PlanTable } from './revenue-tables.tsx'

/** MRR, payments, refunds and credits of the portal by month, and how each figure is computed. */
export function RevenueScreen() {
  const { data, error, refetch } = useQuery(buildLiveQuery(revenue.get, {}))
  return (
    <>
      <PageHeader
        heading="Revenue"
        title="Revenue"
        lead="Last 24 months, in UTC"
        actions={
          <ExportButton
            what="revenue"
            hasRows={data !== undefined}
            fetchList={(onBytes) => downloadFile(revenue.export, {}, { onBytes })}
          />
        }
      />
      {error && !data ? (
        <LoadFailure what="The revenue" error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack gap={24} miw={0}>
          <StatGrid stats={data && toRevenueStats(data)} expected={{ count: 4, height: 102 }} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing={24} verticalSpacing={24}>
            <RevenueCharts revenue={data} />
            {data ? <PlanTable {...data} /> : <Skeleton height={280} radius="md" />}
          </SimpleGrid>
          {data && <MonthTable {...data} />}
          <Definitions />
        </Stack>
      )}
    </>
  )
}
