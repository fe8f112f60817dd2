import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import { Box, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Database } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { refreshDependents } from '../../../entities/dataset/dataset.data.ts'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { datasetColumns } from './dataset-columns.tsx'

const pollMs = 2_000

/** Follows a refresh that is queued or in progress, and updates what depends on it once it has ended. */
export function useRefreshEnd(isRefreshing: boolean) {
  const update = useEffectEvent(useInvalidate(refreshDependents))
  useEffect(() => {
    if (!isRefreshing) return
    return () => void update()
  }, [isRefreshing])
}

export const getPollInterval = (isRefreshing: boolean | undefined) => (isRefreshing ? pollMs : false)

type DatasetListProps = { state: { page: number; limit: number }; onState: OnTableStateChange }

/** All loaded county datasets: how complete and how fresh they are. */
export function DatasetList({ state: { page, limit }, onState }: DatasetListProps) {
  const isBusy = (items: readonly Dataset[] | undefined) => items?.some(({ isRefreshing }) => isRefreshing) ?? false
  const result = useQuery({
    ...buildLiveQuery(datasets.list, { query: { page, limit } }),
    refetchInterval: ({ state }) => getPollInterval(isBusy(state.data?.items)),
  })
  useRefreshEnd(isBusy(result.data?.items))
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
