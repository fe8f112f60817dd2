import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import { Box, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Database } from 'lucide-react'
import { refreshDependents } from '../../../entities/dataset/dataset.data.ts'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { useInvalidateOnChange } from '../../../lib/api/use-endpoint-mutation.ts'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { datasetColumns } from './dataset-columns.tsx'

const refreshingMs = 2_000
// A version may wait for weeks, and a screen that is returned to is refetched anyway.
const waitingMs = 30_000

/** How often a dataset is fetched that changes by itself, or by a decision that may be made elsewhere. */
export function getPollInterval(items: readonly Dataset[] = []): number | false {
  if (items.some(({ isRefreshing }) => isRefreshing)) return refreshingMs
  return items.some(({ waiting }) => waiting !== null) ? waitingMs : false
}

/** Updates what depends on the datasets once one is refreshed, waits for a decision, or does so no longer. */
export const useRefreshDependents = (items: readonly Dataset[] = []) =>
  useInvalidateOnChange(
    Object.fromEntries(items.map(({ id, isRefreshing, waiting }) => [id, `${isRefreshing} ${waiting?.id}`])),
    refreshDependents,
  )

type DatasetListProps = { state: { page: number; limit: number }; onState: OnTableStateChange }

/** All loaded county datasets: how complete and how fresh they are. */
export function DatasetList({ state: { page, limit }, onState }: DatasetListProps) {
  const result = useQuery({
    ...buildLiveQuery(datasets.list, { query: { page, limit } }),
    refetchInterval: ({ state }) => getPollInterval(state.data?.items),
  })
  useRefreshDependents(result.data?.items)
  return (
    <Box component="section">
      <Title order={2}>Data sources</Title>
      <Text c="dimmed" fz="sm" mt={2} mb={12}>
        “As of” is the newest date found in several rows of a file, such as the date of its last sales.
      </Text>
      <DataTable
        label="Data sources"
        columns={datasetColumns}
        result={result}
        state={{ page, limit }}
        onState={onState}
        empty={{
          icon: Database,
          title: 'No county data',
          text: 'Add a county to start searching.',
        }}
      />
    </Box>
  )
}
