import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { sources } from '@dooryard/contract/data/sources/sources'
import { Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api/api.ts'
import { listAll } from '../../../../lib/api/list-all.ts'
import { toQueryKey } from '../../../../lib/api/query.ts'

const maxShown = 80

type SavedSourceSelectProps = { onDocument: (document: SourceDocument) => void }

/** Takes a source that is stored already, to change it or to use it for a new file. */
export function SavedSourceSelect({ onDocument }: SavedSourceSelectProps) {
  const { data = [] } = useQuery({
    queryKey: [...toQueryKey(sources.list), 'all'],
    queryFn: ({ signal }) => listAll((query) => api.call(sources.list, { query }, { signal })),
  })
  const load = useMutation({
    mutationFn: (source: string) => api.call(sources.get, { params: { source } }),
    onSuccess: ({ document }) => onDocument(document),
  })
  if (data.length === 0) return null
  return (
    <Select
      size="xs"
      w={200}
      aria-label="Use a saved source"
      placeholder="Use a saved source"
      searchable
      disabled={load.isPending}
      limit={maxShown}
      data={data.map(({ source, name }) => ({ value: source, label: name }))}
      value={null}
      onChange={(source) => source && load.mutate(source)}
      nothingFoundMessage="No sources found"
    />
  )
}
