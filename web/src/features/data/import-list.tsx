import type { PageResult } from '@dooryard/contract/api/paging'
import type { RollImport } from '@dooryard/contract/data/roll-imports'
import { rolls } from '@dooryard/contract/data/rolls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { refreshDependents } from '../../entities/dataset/dataset.data.ts'
import { OutcomeText } from '../../entities/import/import-columns.tsx'
import { isImportInProgress } from '../../entities/import/import-status.ts'
import { ImportTable } from '../../entities/import/import-table.tsx'
import { buildLiveQuery, toQueryKey } from '../../lib/api/query.ts'
import { useInvalidate } from '../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { watchEndpoint } from '../../lib/live/watch-endpoint.ts'
import type { OnTableStateChange } from '../../ui/table/columns.ts'

/** The endpoints whose responses an import changes. */
const importDependents = [...refreshDependents, rolls.list, rolls.imports]

/**
 * A page of imports that follows the one in progress and refetches when it finishes: imports run one after the other,
 * so the next one is followed then.
 */
function useRollImports(query: { page: number; limit: number }) {
  const cache = useQueryClient()
  const result = useQuery(buildLiveQuery(rolls.imports, { query }))
  const id = result.data?.items.findLast(isImportInProgress)?.id
  const refresh = useEffectEvent(useInvalidate(importDependents))
  useEffect(() => {
    if (!id) return
    const onEvent = (updated: RollImport) => {
      cache.setQueriesData<PageResult<RollImport>>(
        { queryKey: toQueryKey(rolls.imports) },
        (page) => page && { ...page, items: page.items.map((item) => (item.id === updated.id ? updated : item)) },
      )
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

function describeImport({ status, message, rowsMapped = 0, rowsRejected = 0 }: RollImport) {
  const counts = `${pluralize(rowsMapped, 'row')} imported, ${formatNumber(rowsRejected)} rejected`
  const outcome = status === 'UNCHANGED' ? 'This file is already loaded. Nothing changed.' : counts
  return <OutcomeText>{message ?? outcome}</OutcomeText>
}

type ImportListProps = { state: { importPage: number; importLimit: number }; onState: OnTableStateChange }

/** The imports of county data, from wherever each was started: those in progress, and how the others ended. */
export const ImportList = ({ state, onState }: ImportListProps) => (
  <ImportTable<RollImport>
    calls={rolls}
    changes={importDependents}
    unit="row"
    describe={describeImport}
    result={useRollImports({ page: state.importPage, limit: state.importLimit })}
    state={state}
    onState={onState}
  />
)
