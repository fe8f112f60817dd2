import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Saving } from '../../criteria/save-search-dialog.tsx'
import { savedSearchList } from '../../criteria/saved-searches.data.ts'
import { useUser } from '../../lib/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import { SettingsFrame } from '../../ui/layout/settings-frame.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { searchColumns } from './search-columns.tsx'
import { useSearchActs } from './use-search-acts.ts'

export type SavedSearchesState = {
  page: number
  limit: number
  search?: string | undefined
  changes?: string | undefined
  change: 'ENTERED' | 'LEFT'
}

/** Where searches are saved, for whoever has none yet. */
function FirstUse() {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  return (
    <StateView
      icon={Bookmark}
      title="No saved searches yet"
      text={
        isConsumer
          ? 'Save a search in the lead finder, and see here which properties enter it and which leave.'
          : 'Save the audience of a campaign, and see here which properties enter it and which leave.'
      }
      action={
        isConsumer ? (
          <LinkButton to="/portal/lead-finder">Open the lead finder</LinkButton>
        ) : (
          <LinkButton to="/portal/campaigns/create">New campaign</LinkButton>
        )
      }
    />
  )
}

/** The saved searches: what each asks for, how many match, and what changed since they were looked at. */
export function SavedSearchesScreen({ state, onState }: { state: SavedSearchesState; onState: OnState }) {
  const { changes, change, ...asked } = state
  const [saving, setSaving] = useState<Saving>()
  const acts = useSearchActs((search) => setSaving({ search }))
  const [columns] = useState(() => searchColumns(acts))
  const [Dialog, loadDialog] = useOnDemand(
    async () => (await import('../../criteria/save-search-dialog.tsx')).SaveSearchDialog,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next, where it could not be had
  useEffect(() => {
    if (saving && !Dialog) loadDialog()
  }, [saving])
  const [Drawer, loadDrawer] = useOnDemand(async () => (await import('./changes-drawer.tsx')).ChangesDrawer)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (changes && !Drawer) loadDrawer()
  }, [changes])
  return (
    <SettingsFrame title="Saved searches" wide>
      <DataTable
        label="Saved searches"
        columns={columns}
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
