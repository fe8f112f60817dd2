import type { ListedSavedSearch, SavedSearch } from '@dooryard/contract/saved-searches'
import { Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BookmarkCheck } from 'lucide-react'
import { useState } from 'react'
import { countInWords } from '../../criteria/saved-search-count.ts'
import { savedSearch, useSavedSearches } from '../../criteria/saved-searches.data.ts'
import { Tag } from '../../ui/parts/tag.tsx'
import type { Draft } from './draft.ts'
import { isEdited } from './saved-search.ts'
import classes from './suppression.module.css'

const wordsOf = (search: ListedSavedSearch) =>
  [search.name, search.isDefault && 'default', countInWords(search)].filter(Boolean).join(' · ')

/** Fills the filters from a saved search, and says from which they came; nothing where there is none. */
export function SavedSearchStart({ draft, onPick }: { draft: Draft; onPick: (search: SavedSearch) => void }) {
  const [search, setSearch] = useState('')
  const { data } = useSavedSearches(search)
  const cache = useQueryClient()
  const { mutate: open, isPending } = useMutation({
    mutationFn: (id: string) => cache.fetchQuery(savedSearch(id)),
    onSuccess: onPick,
  })
  const items = data?.items ?? []
  if (items.length === 0 && search === '' && !draft.source) return null
  const pick = (id: string | null) => {
    if (id) open(id)
    setSearch('')
  }
  return (
    <div className={classes.start}>
      <Select
        label="Start from a saved search"
        placeholder="Choose one"
        leftSection={<BookmarkCheck size={16} aria-hidden="true" />}
        data={items.map((item) => ({ value: item.id, label: wordsOf(item) }))}
        value={null}
        disabled={isPending}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        onChange={pick}
        nothingFoundMessage="No saved search is called that"
        maxDropdownHeight={280}
        comboboxProps={{ shadow: 'md' }}
      />
      {draft.source && (
        <p className={classes.source} role="status">
          From <strong>{draft.source.name}</strong> {isEdited(draft) && <Tag tone="plain">Edited</Tag>}
        </p>
      )}
    </div>
  )
}
