import { Select, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { BookmarkCheck, Search } from 'lucide-react'
import { useState } from 'react'
import { formatMatchCount } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { useSavedSearches } from '../../../criteria/saved-searches/saved-searches.data.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { StateView } from '../../../ui/feedback/state-view.tsx'

/** Offers the saved searches as the audience of the order; hidden if there are none. */
function SavedSearchSelect() {
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const { data } = useSavedSearches(search)
  const items = data?.items ?? []
  if (items.length === 0 && search === '') return null
  return (
    <Select
      w={320}
      maw="100%"
      ta="start"
      label="Saved search"
      placeholder="Choose a saved search"
      leftSection={<BookmarkCheck size={16} aria-hidden="true" />}
      data={items.map((item) => ({
        value: item.id,
        label: [item.name, formatMatchCount(item)].filter(Boolean).join(' · '),
      }))}
      value={null}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(saved) => saved && void navigate({ to: '/portal/orders/create', search: { saved } })}
      nothingFoundMessage="No saved searches found"
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}

/** In place of the form while there is no audience to order from. */
export const ChooseAudience = () => (
  <StateView
    icon={Search}
    title="Choose an audience"
    text="Start from a saved search, or set filters in the lead finder and order the leads it finds."
    action={
      <Stack align="center" gap={16}>
        <SavedSearchSelect />
        <LinkButton to="/portal/lead-finder">Open the lead finder</LinkButton>
      </Stack>
    }
  />
)
