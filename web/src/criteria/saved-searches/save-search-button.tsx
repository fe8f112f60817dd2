import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { SavedSearch } from '@dooryard/contract/properties/saved-searches'
import { Button, type ButtonProps, Group } from '@mantine/core'
import { Bookmark, BookmarkCheck, BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { useLazyLoad } from '../../ui/hooks/hooks.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import type { SaveSearchTarget } from './save-search-dialog.tsx'
import { isSameCriteria } from './saved-search-rules.ts'
import { useUpdateSearch } from './saved-searches.data.ts'

type SaveSearchProps = {
  /** What the button says before the search is saved. */
  label?: string
  size?: ButtonProps['size']
  criteria: Criteria
  /** The saved search that these criteria were opened from, in its current or an earlier state. */
  saved: SavedSearch | undefined
  onSaved: (search: SavedSearch) => void
}

/** Replaces the criteria of the saved search. Repeated clicks send one request. */
function UpdateButton({ criteria, saved, onSaved }: SaveSearchProps & { saved: SavedSearch }) {
  const change = useUpdateSearch()
  const singleFlight = useSingleFlight()
  // The button is unmounted before the answer is processed, which would drop the callbacks of `mutate`.
  const update = async () => {
    const search = await change.mutateAsync({ id: saved.id, criteria }).catch(() => undefined)
    if (!search) return
    showSuccessToast(`“${search.name}” updated`)
    onSaved(search)
  }
  return (
    <Button
      variant="default"
      leftSection={<BookmarkCheck size={16} aria-hidden="true" />}
      aria-label={`Update ${saved.name}`}
      loading={change.isPending}
      onClick={() => singleFlight((release) => void update().finally(release))}
    >
      Update
    </Button>
  )
}

const icons = { 'Save search': Bookmark, 'Save as new': BookmarkPlus, Saved: BookmarkCheck }

export function SaveSearchButton({ label = 'Save search', size, criteria, saved, onSaved }: SaveSearchProps) {
  const [saving, setSaving] = useState<SaveSearchTarget>()
  const [Dialog, load] = useLazyLoad(async () => (await import('./save-search-dialog.tsx')).SaveSearchDialog)
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
        {...(size && { size })}
        onClick={open}
      >
        {words === 'Save search' ? label : words}
      </Button>
      {Dialog && <Dialog saving={saving} onClose={() => setSaving(undefined)} onSaved={onSaved} />}
    </Group>
  )
}
