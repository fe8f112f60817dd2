import type { PageResult } from '@dooryard/contract/api/paging'
import { datasets } from '@dooryard/contract/data/datasets/datasets'
import type { DataChange } from '@dooryard/contract/data/datasets/versions'
import type { RollImport } from '@dooryard/contract/data/roll-imports'
import { rolls } from '@dooryard/contract/data/rolls'
import { Box, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileClock } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { isImportInProgress } from '../../../entities/import/import-status.ts'
import { buildLiveQuery, toQueryKey } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { watchEndpoint } from '../../../lib/live/watch-endpoint.ts'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { historyColumns, importDependents } from './history-columns.tsx'

const findInProgress = (items: readonly DataChange[] | undefined): string | undefined =>
  items?.findLast((item) => item.import && isImportInProgress(item.import))?.id

/**
 * A page of changes that follows the import in progress and refetches when it finishes: imports run one after the
 * other, so the next one is followed then.
 */
function useHistory(query: { page: number; limit: number }) {
  const cache = useQueryClient()
  const result = useQuery(buildLiveQuery(datasets.history, { query }))
  const id = findInProgress(result.data?.items)
  const refresh = useEffectEvent(useInvalidate(importDependents))
  useEffect(() => {
    if (!id) return
    const onEvent = (updated: RollImport) => {
      cache.setQueriesData<PageResult<DataChange>>({ queryKey: toQueryKey(datasets.history) }, (page) => {
        if (!page) return page
        return { ...page, items: page.items.map((item) => (item.id === id ? { ...item, import: updated } : item)) }
      })
      if (!isImportInProgress(updated)) void refresh()
    }
    return watchEndpoint(
      rolls.watchImport,
      { id },
      { onEvent, onState: (state) => state === 'stopped' && void refresh() },
    )
  }, [id, cache])
  return result
}

type HistoryListProps = { state: { importPage: number; importLimit: number }; onState: OnTableStateChange }

/** All that changed county data, from wherever it was started: what is in progress, and how the rest ended. */
export function HistoryList({ state: { importPage: page, importLimit: limit }, onState }: HistoryListProps) {
  const result = useHistory({ page, limit })
  const onChange: OnTableStateChange = (changed, how) =>
    onState(
      {
        ...(changed.page !== undefined && { importPage: changed.page }),
        ...(changed.limit !== undefined && { importLimit: changed.limit }),
      },
      how,
    )
  return (
    <Box component="section">
      <Title order={2}>Imports and refreshes</Title>
      <Text c="dimmed" fz="sm" mt={2} mb={12}>
        Everything that changed county data: uploads, edited sources, refreshes and roll backs.
      </Text>
      <DataTable
        label="Imports and refreshes"
        columns={historyColumns}
        result={result}
        state={{ page, limit }}
        onState={onChange}
        empty={{
          icon: FileClock,
          title: 'No imports yet',
          text: 'Imported files, refreshes and their results appear here.',
        }}
      />
    </Box>
  )
}
