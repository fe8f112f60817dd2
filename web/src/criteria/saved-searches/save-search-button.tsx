import type { Criteria } from '@dooryard/contract/criteria'
import type { SavedSearch } from '@dooryard/contract/saved-searches'
import { Button, Group } from '@mantine/core'
import { Bookmark, BookmarkCheck, BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { useOnDemand } from '../../ui/hooks.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import type { Saving } from './save-search-dialog.tsx'
import { isSameCriteria } from './saved-search-rules.ts'
import { useChangeSearch } from './saved-searches.data.ts'

type SaveSearchProps = {
  criteria: Criteria
  /** The saved search that these criteria were opened from, as it was then or is now. */
  saved: SavedSearch | undefined
  onSaved: (search: SavedSearch) => void
}

/** Replaces the criteria of the saved search, once however often it is clicked. */
function UpdateButton({ criteria, saved, onSaved }: SaveSearchProps & { saved: SavedSearch }) {
  const change = useChangeSearch()
  const singly = useSingleFlight()
  // The button is gone by the time the answer is noted, and the callbacks of a call would be with it.
  const update = async () => {
    const search = await change.mutateAsync({ id: saved.id, criteria }).catch(() => undefined)
    if (!search) return
    toastDone(`“${search.name}” is updated`)
    onSaved(search)
  }
  return (
    <Button
      variant="default"
      leftSection={<BookmarkCheck size={16} aria-hidden="true" />}
      aria-label={`Update ${saved.name}`}
      loading={change.isPending}
      onClick={() => singly((land) => void update().finally(land))}
    >
      Update
    </Button>
  )
}

const icons = { 'Save search': Bookmark, 'Save as new': BookmarkPlus, Saved: BookmarkCheck }

export function SaveSearchButton({ criteria, saved, onSaved }: SaveSearchProps) {
  const [saving, setSaving] = useState<Saving>()
  const [Dialog, load] = useOnDemand(async () => (await import('./save-search-dialog.tsx')).SaveSearchDialog)
  const isEdited = saved !== undefined && !isSameCriteria(saved.criteria, criteria)
  const words = isEdited ? 'Save as new' : saved ? 'Saved' : 'Save search'
  const Icon = icons[words]
  const open = () => {
    if (!Dialog) load()
    setSaving(saved && !isEdited ? { search: saved } : { criteria })
  }
  return (
    <Group gap={8}>
      {isEdited && <UpdateButton criteria={criteria} saved={saved} onSaved={onSaved} />}
      <Button
        variant="default"
        leftSection={<Icon size={16} aria-hidden="true" />}
        aria-label={words === 'Saved' ? `Saved as ${saved?.name}, edit` : undefined}
        aria-haspopup="dialog"
        onClick={open}
      >
        {words}
      </Button>
      {Dialog && <Dialog saving={saving} onClose={() => setSaving(undefined)} onSaved={onSaved} />}
    </Group>
  )
}
