import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Saving } from '../../criteria/saved-searches/save-search-dialog.tsx'
import {
  savedSearchList,
  useChangeSearch,
  useMakeDefault,
  useRemoveSearch,
  useRestoreSearch,
} from '../../criteria/saved-searches/saved-searches.data.ts'
import { useUser } from '../../lib/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { useDeferred, useOnDemand } from '../../ui/hooks.ts'
import { SettingsFrame } from '../../ui/layout/settings-frame.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { toastUndo } from '../../ui/toasts/undo-toast.tsx'
import { type SearchActs, searchColumns } from './search-columns.tsx'

export type SavedSearchesState = {
  page: number
  limit: number
  search?: string | undefined
  changes?: string | undefined
  change: 'ENTERED' | 'LEFT'
}

function FirstUse() {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  const where = isConsumer ? 'Save a search in the lead finder' : 'Save the audience of a campaign'
  return (
    <StateView
      icon={Bookmark}
      title="No saved searches yet"
      text={`${where}, and see here which properties enter it and which leave.`}
      action={
        <LinkButton to={isConsumer ? '/portal/lead-finder' : '/portal/campaigns/create'}>
          {isConsumer ? 'Open the lead finder' : 'New campaign'}
        </LinkButton>
      }
    />
  )
}

/** What the list does. The screen and not the row does it: a row is gone by the time that its deletion is known. */
function useSearchActs(onEdit: (search: ListedSavedSearch) => void): SearchActs {
  const { mutate: change } = useChangeSearch()
  const { mutate: makeDefault } = useMakeDefault()
  const { mutate: remove } = useRemoveSearch()
  const { mutate: restore } = useRestoreSearch()
  return {
    onEdit,
    onRemove: ({ id, name }) =>
      remove(id, {
        onSuccess: () =>
          toastUndo(`“${name}” is deleted`, () => restore(id, { onSuccess: () => toastDone(`“${name}” is back`) })),
      }),
    onDefault: ({ id, name }) => makeDefault(id, { onSuccess: () => toastDone(`“${name}” is the default now`) }),
    onEmail: ({ id, name }, emailChanges) =>
      change(
        { id, emailChanges },
        {
          onSuccess: () =>
            toastDone(emailChanges ? `Changes of “${name}” are emailed to you` : `No more emails about “${name}”`),
        },
      ),
  }
}

export function SavedSearchesScreen({ state, onState }: { state: SavedSearchesState; onState: OnState }) {
  const { changes, change, ...asked } = state
  const [saving, setSaving] = useState<Saving>()
  const acts = useSearchActs((search) => setSaving({ search }))
  const [Dialog, loadDialog] = useOnDemand(
    async () => (await import('../../criteria/saved-searches/save-search-dialog.tsx')).SaveSearchDialog,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next, where it could not be had
  useEffect(() => {
    if (saving && !Dialog) loadDialog()
  }, [saving])
  const Drawer = useDeferred(async () => (await import('./changes-drawer.tsx')).ChangesDrawer, changes)
  return (
    <SettingsFrame title="Saved searches" wide>
      <DataTable
        label="Saved searches"
        columns={searchColumns(acts)}
        result={useQuery(savedSearchList(asked))}
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
