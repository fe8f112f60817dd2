import { filters } from '@dooryard/contract/filters'
import type { PageOf } from '@dooryard/contract/paging'
import type { NewImport, RollImport } from '@dooryard/contract/roll-imports'
import { rolls } from '@dooryard/contract/rolls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'
import { saveBlob } from '../../lib/save-file.ts'

type PageState = { page: number; limit: number }

export const rollPage = (query: PageState) => liveQueryOf(rolls.list, { query })
export const rollDetail = (id: string) => queryOf(rolls.get, { params: { id } })
export const coverage = () => queryOf(rolls.coverage, {})
export const sources = () => queryOf(rolls.sources, {})
export const importPage = (query: PageState) => liveQueryOf(rolls.imports, { query })
export const countiesLike = (search: string) =>
  liveQueryOf(filters.counties, { query: { search: search || undefined, limit: 8 } })

export const isUnderWay = ({ status }: Pick<RollImport, 'status'>) => status === 'QUEUED' || status === 'RUNNING'

/** Asks again for everything that an import changes. */
export function useRefreshRolls() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [rolls.list, rolls.get, rolls.coverage, rolls.imports].map((endpoint) =>
        cache.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
}

/** Puts what a stream said of an import into the lists that show it. */
export function useShowImport() {
  const cache = useQueryClient()
  return (told: RollImport) =>
    cache.setQueriesData<PageOf<RollImport>>(
      { queryKey: keyOf(rolls.imports) },
      (page) => page && { ...page, items: page.items.map((item) => (item.id === told.id ? told : item)) },
    )
}

export const uploadRoll = (
  query: NewImport,
  body: File,
  options: { signal: AbortSignal; onShare: (share: number) => void },
) => api.upload(rolls.import, { query, body }, options)

export function useRetryImport() {
  const refresh = useRefreshRolls()
  return useMutation({
    mutationFn: (id: string) => api.call(rolls.retry, { params: { id } }),
    onSettled: () => refresh(),
  })
}

/** Saves the rejected rows of a roll. */
export const useRejects = () =>
  useMutation({
    mutationFn: ({ id }: { id: string; source: string }) => api.download(rolls.rejects, { params: { id } }),
    onSuccess: (blob, { source }) => saveBlob(blob, `${source}-rejects.csv`),
  })
