import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import type { ListedSavedSearch, SavedSearch } from '@dooryard/contract/properties/saved-searches'
import { Group, Loader, Paper, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkCheck } from 'lucide-react'
import { useState } from 'react'
import type { useCount } from '../../../../criteria/count/count.data.ts'
import { LiveCount, NothingMailableNotice } from '../../../../criteria/count/live-count.tsx'
import { SampleRows } from '../../../../criteria/count/sample-rows.tsx'
import { CriteriaChips } from '../../../../criteria/describe/criteria-chips.tsx'
import { CriteriaPanel } from '../../../../criteria/panel/criteria-panel.tsx'
import { SaveSearchButton } from '../../../../criteria/saved-searches/save-search-button.tsx'
import { formatMatchCount } from '../../../../criteria/saved-searches/saved-search-rules.ts'
import { savedSearchQuery, useSavedSearches } from '../../../../criteria/saved-searches/saved-searches.data.ts'
import { isNotFoundError } from '../../../../lib/api/errors.ts'
import { Tag } from '../../../../ui/display/badges.tsx'
import { type CampaignDraft, replaceFilters } from '../campaign-draft.ts'
import { isEdited } from '../saved-search.ts'
import classes from './audience-step.module.css'

/** Loads a saved search by id with its criteria, which lists do not contain. */
function useOpenSearch(onOpened: (search: SavedSearch) => void) {
  const cache = useQueryClient()
  const { mutate: open, isPending } = useMutation({
    mutationFn: (id: string) => cache.fetchQuery(savedSearchQuery(id)),
    onSuccess: onOpened,
  })
  return { open, isPending }
}

const formatOption = (search: ListedSavedSearch) =>
  [search.name, search.isDefault && 'default', formatMatchCount(search)].filter(Boolean).join(' · ')

type SavedSearchPickerProps = { draft: CampaignDraft; isOpening: boolean; onOpen: (id: string) => void }

/** Fills the filters from a saved search and shows which one was used; hidden if there are none. */
function SavedSearchPicker({ draft, isOpening, onOpen }: SavedSearchPickerProps) {
  const [search, setSearch] = useState('')
  const { data } = useSavedSearches(search)
  const items = data?.items ?? []
  if (items.length === 0 && search === '' && !draft.source) return null
  const pick = (id: string | null) => {
    if (id) onOpen(id)
    setSearch('')
  }
  return (
    <Stack gap={6}>
      <Select
        label="Start from a saved search"
        placeholder="Choose one"
        leftSection={<BookmarkCheck size={16} aria-hidden="true" />}
        data={items.map((item) => ({ value: item.id, label: formatOption(item) }))}
        value={null}
        // A disabled field would lose keyboard focus.
        readOnly={isOpening}
        aria-busy={isOpening}
        rightSection={isOpening && <Loader size={16} aria-label="Opening the search" />}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        onChange={pick}
        nothingFoundMessage="No saved searches found"
        maxDropdownHeight={280}
        comboboxProps={{ shadow: 'md' }}
      />
      {draft.source && (
        <Group gap="4px 6px" fz="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
          From saved search{' '}
          <Text component="strong" inherit fw={550} c="var(--mantine-color-text)">
            {draft.source.name}
          </Text>{' '}
          {isEdited(draft) && <Tag tone="plain">Edited</Tag>}
        </Group>
      )}
    </Stack>
  )
}

type AudienceStepProps = {
  draft: CampaignDraft
  count: ReturnType<typeof useCount>
  onChange: (criteria: Criteria) => void
  onPick: (search: SavedSearch) => void
  onSaved: (search: SavedSearch) => void
}

export function AudienceStep({ draft, count, onChange, onPick, onSaved }: AudienceStepProps) {
  const { criteria, campaignType, source } = draft
  const from = useQuery({ ...savedSearchQuery(source?.id ?? ''), enabled: source?.id !== undefined })
  // A search that was deleted since is saved as a new one.
  const saved = source?.id === undefined || isNotFoundError(from.error) ? undefined : from.data
  const { open, isPending } = useOpenSearch(onPick)
  // Exclusions are chosen in the next step and stay when the filters are cleared.
  // The filters of a search that is still loading would overwrite changes made meanwhile.
  const changeFilters = (filters: Criteria) => !isPending && onChange(replaceFilters(criteria, filters))
  return (
    <div className={classes.audience}>
      <Stack gap="sm" className={classes.filters}>
        <SavedSearchPicker draft={draft} isOpening={isPending} onOpen={open} />
        <Paper withBorder component="section" aria-label="Filters" inert={isPending} className={classes.panel}>
          <CriteriaPanel criteria={criteria} onChange={changeFilters} exclusions={false} />
        </Paper>
      </Stack>
      <Stack gap="sm" miw={0}>
        <Group justify="space-between" gap="8px 16px" mih={36}>
          <LiveCount count={count} onChange={changeFilters} />
          {!isEmptyCriteria(replaceFilters({}, criteria)) && (
            <SaveSearchButton criteria={criteria} saved={saved} onSaved={onSaved} />
          )}
        </Group>
        <CriteriaChips criteria={criteria} onChange={changeFilters} exclusions={false} />
        {campaignType === 'MAIL_READY' && <NothingMailableNotice count={count} />}
        <SampleRows criteria={criteria} count={count} />
      </Stack>
    </div>
  )
}
