import type { ListedSavedSearch } from '@dooryard/contract/properties/saved-searches'
import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SaveSearchTarget } from '../../criteria/saved-searches/save-search-dialog.tsx'
import {
  savedSearchListQuery,
  useDeleteSearch,
  useMakeDefault,
  useRestoreSearch,
  useUpdateSearch,
} from '../../criteria/saved-searches/saved-searches.data.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { StateView } from '../../ui/feedback/state-view.tsx'
import { useLazyLoad, useLazyLoadWhen } from '../../ui/hooks/hooks.ts'
import { SettingsFrame } from '../../ui/layout/frames/settings-frame.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { showUndoToast } from '../../ui/toasts/undo-toast.tsx'
import { buildSearchColumns, type SearchActions } from './search-columns.tsx'

export type SavedSearchesState = {
  page: number
  limit: number
  search?: string | undefined
  changes?: string | undefined
  change: 'ENTERED' | 'LEFT'
}

function FirstUse() {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  const saveHint = isConsumer ? 'Save a search in the lead finder' : 'Save the audience of a campaign'
  return (
    <StateView
      icon={Bookmark}
      title="No saved searches yet"
      text={`${saveHint}, and see its new and removed matches here.`}
      action={
        <LinkButton to={isConsumer ? '/portal/lead-finder' : '/portal/campaigns/create'}>
          {isConsumer ? 'Open the lead finder' : 'New campaign'}
        </LinkButton>
      }
    />
  )
}

/** The actions of the list. Held by the screen, because a row is gone by the time its deletion completes. */
function useSearchActions(onEdit: (search: ListedSavedSearch) => void): SearchActions {
  const { mutate: change } = useUpdateSearch()
  const { mutate: makeDefault } = useMakeDefault()
  const { mutate: remove } = useDeleteSearch()
  const { mutate: restore } = useRestoreSearch()
  return {
    onEdit,
    onRemove: ({ id, name }) =>
      remove(id, {
        onSuccess: () =>
          showUndoToast(`“${name}” deleted`, () =>
            restore(id, { onSuccess: () => showSuccessToast(`“${name}” restored`) }),
          ),
      }),
    onDefault: ({ id, name }) => makeDefault(id, { onSuccess: () => showSuccessToast(`“${name}” set as default`) }),
    onNotify: ({ id, name }, emailChanges) =>
      change(
        { id, emailChanges },
        {
          onSuccess: () =>
            showSuccessToast(
              emailChanges ? `You are notified of changes of “${name}”` : `No more notifications about “${name}”`,
            ),
        },
      ),
  }
}

export function SavedSearchesScreen({ state, onState }: { state: SavedSearchesState; onState: OnTableStateChange }) {
  const { changes, change, ...asked } = state
  const [saving, setSaving] = useState<SaveSearchTarget>()
  const acts = useSearchActions((search) => setSaving({ search }))
  const [Dialog, loadDialog] = useLazyLoad(
    async () => (await import('../../criteria/saved-searches/save-search-dialog.tsx')).SaveSearchDialog,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next, where it could not be had
  useEffect(() => {
    if (saving && !Dialog) loadDialog()
  }, [saving])
  const Drawer = useLazyLoadWhen(async () => (await import('./changes-drawer.tsx')).ChangesDrawer, changes)
  return (
    <SettingsFrame title="Saved searches" wide>
      <DataTable
        label="Saved searches"
        columns={buildSearchColumns(acts)}
        result={useQuery(savedSearchListQuery(asked))}
        rowId={({ id }) => id}
        state={asked}
        onState={onState}
        searchBy="name"
        empty={<FirstUse />}
      />
      {Drawer && <Drawer id={changes} change={change} onState={onState} />}
      {Dialog && <Dialog saving={saving} onClose={() => setSaving(undefined)} />}
    </SettingsFrame>
  )
}
