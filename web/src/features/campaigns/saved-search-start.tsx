import type { ListedSavedSearch, SavedSearch } from '@dooryard/contract/saved-searches'
import { Loader, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BookmarkCheck } from 'lucide-react'
import { useState } from 'react'
import { countInWords } from '../../criteria/saved-searches/saved-search-rules.ts'
import { savedSearch, useSavedSearches } from '../../criteria/saved-searches/saved-searches.data.ts'
import { Tag } from '../../ui/display/badges.tsx'
import type { Draft } from './draft.ts'
import { isEdited } from './saved-search.ts'
import classes from './suppression.module.css'

const wordsOf = (search: ListedSavedSearch) =>
  [search.name, search.isDefault && 'default', countInWords(search)].filter(Boolean).join(' · ')

/** Opens a saved search by its id, with its criteria, which lists do not have. */
export function useOpenSearch(onOpened: (search: SavedSearch) => void) {
  const cache = useQueryClient()
  const { mutate: open, isPending } = useMutation({
    mutationFn: (id: string) => cache.fetchQuery(savedSearch(id)),
    onSuccess: onOpened,
  })
  return { open, isPending }
}

type SavedSearchStartProps = { draft: Draft; isOpening: boolean; onOpen: (id: string) => void }

/** Fills the filters from a saved search, and says from which they came; nothing where there is none. */
export function SavedSearchStart({ draft, isOpening, onOpen }: SavedSearchStartProps) {
  const [search, setSearch] = useState('')
  const { data } = useSavedSearches(search)
  const items = data?.items ?? []
  if (items.length === 0 && search === '' && !draft.source) return null
  const pick = (id: string | null) => {
    if (id) onOpen(id)
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
        // Disabled it would lose the focus of the keyboard.
        readOnly={isOpening}
        aria-busy={isOpening}
        rightSection={isOpening && <Loader size={16} aria-label="Opening the search" />}
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
