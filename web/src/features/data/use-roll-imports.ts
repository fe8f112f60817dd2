import type { PageOf } from '@dooryard/contract/paging'
import type { RollImport } from '@dooryard/contract/roll-imports'
import { rolls } from '@dooryard/contract/rolls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isInProgress } from '../../entities/import/import-status.ts'
import { keyOf, liveQueryOf } from '../../lib/query.ts'
import { useRefresh } from '../../lib/use-call.ts'
import { watch } from '../../lib/watch.ts'

/** The endpoints whose answers an import changes. */
export const importChanges = [rolls.list, rolls.get, rolls.coverage, rolls.imports]

/**
 * A page of imports that follows the one in progress, and fetches everything again once it is over: imports run one
 * after the other, so the next of them is followed then.
 */
export function useRollImports(query: { page: number; limit: number }) {
  const cache = useQueryClient()
  const result = useQuery(liveQueryOf(rolls.imports, { query }))
  const id = result.data?.items.findLast(isInProgress)?.id
  const refresh = useEffectEvent(useRefresh(importChanges))
  useEffect(() => {
    if (!id) return
    const onEvent = (told: RollImport) => {
      cache.setQueriesData<PageOf<RollImport>>(
        { queryKey: keyOf(rolls.imports) },
        (page) => page && { ...page, items: page.items.map((item) => (item.id === told.id ? told : item)) },
      )
      if (!isInProgress(told)) void refresh()
    }
    return watch(rolls.watchImport, { id }, { onEvent, onState: (state) => state === 'stopped' && void refresh() })
  }, [id, cache])
  return result
}
