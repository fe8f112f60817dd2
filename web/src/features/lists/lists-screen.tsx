import { type PropertyList, propertyLists } from '@dooryard/contract/data/property-lists'
import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { List, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { downloadFile } from '../../lib/api/file-transfer.ts'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { StateView } from '../../ui/feedback/state-view.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { useLazyLoadWhen } from '../../ui/hooks/hooks.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { showUndoToast } from '../../ui/toasts/undo-toast.tsx'
import { buildListColumns, type ListActions } from './list-columns.tsx'

export type ListsState = { page: number; limit: number; search?: string | undefined }

const countingCheckMs = 3_000

/** Asked for again while it is counted which properties are missing. */
const listPageQuery = (query: ListsState) => ({
  ...buildLiveQuery(propertyLists.list, { query }),
  refetchInterval: ({ state }: { state: { data?: { items: PropertyList[] } | undefined } }) =>
    state.data?.items.some(({ missing }) => missing === null) ? countingCheckMs : false,
})

type HeaderButtonsProps = { onNew: () => void; onUpload: () => void }

const HeaderButtons = ({ onNew, onUpload }: HeaderButtonsProps) => (
  <Group gap={8}>
    <Button variant="default" leftSection={<Upload size={16} aria-hidden="true" />} onClick={onUpload}>
      Upload addresses
    </Button>
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={onNew}>
      New list
    </Button>
  </Group>
)

const FirstUse = (props: HeaderButtonsProps) => (
  <StateView
    icon={List}
    title="No lists yet"
    text="Put properties together by hand: select them in the lead finder, draw around them on the map, or upload their addresses."
    action={<HeaderButtons {...props} />}
  />
)

/** The actions of the list that need no dialog. Held by the screen, because a row is gone by the time it is deleted. */
function useListActions(): Pick<ListActions, 'onDelete' | 'onExport'> {
  const refreshes = [propertyLists.list]
  const remove = useEndpointMutation(propertyLists.remove, { refreshes })
  const restore = useEndpointMutation(propertyLists.restore, { refreshes })
  const save = useMutation({
    mutationFn: async ({ id, name }: PropertyList) => {
      const fileName = `${name.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim() || 'list'}.csv`
      saveBlob(await downloadFile(propertyLists.export, { params: { id } }), fileName)
      return fileName
    },
    onSuccess: (fileName) => showSuccessToast(`${fileName} saved`),
  })
  return {
    onExport: (list) => save.mutate(list),
    onDelete: ({ id, name }) =>
      remove.mutate(
        { params: { id } },
        {
          onSuccess: () =>
            showUndoToast(`“${name}” deleted`, () =>
              restore.mutate({ params: { id } }, { onSuccess: () => showSuccessToast(`“${name}” restored`) }),
            ),
        },
      ),
  }
}

export function ListsScreen({ state, onState }: { state: ListsState; onState: OnTableStateChange }) {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  const [newDialog, openNew] = useDialog(
    async () => (await import('../../criteria/lists/new-list-dialog.tsx')).NewListDialog,
  )
  const [chosen, setChosen] = useState<{ list?: PropertyList; action: 'rename' | 'upload' }>()
  const [isOpen, setOpen] = useState(false)
  const Dialogs = useLazyLoadWhen(async () => (await import('./list-dialogs.tsx')).ListDialogs, chosen)
  const open = (action: 'rename' | 'upload', list?: PropertyList) => {
    setChosen({ action, ...(list && { list }) })
    setOpen(true)
  }
  const buttons = { onNew: openNew, onUpload: () => open('upload') }
  const actions: ListActions = {
    ...useListActions(),
    onRename: (list) => open('rename', list),
    onUpload: (list) => open('upload', list),
  }
  return (
    <>
      <PageHeader
        heading="Lists"
        title="Lists"
        lead="Properties you put together by hand, to order, map, export and stack like saved searches."
        actions={<HeaderButtons {...buttons} />}
      />
      <DataTable
        label="Lists"
        columns={buildListColumns(actions, isConsumer)}
        result={useQuery(listPageQuery(state))}
        rowId={({ id }) => id}
        state={state}
        onState={onState}
        searchBy="name"
        empty={<FirstUse {...buttons} />}
      />
      {newDialog({})}
      {Dialogs && chosen && <Dialogs {...chosen} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
