import type { SuppressionList } from '@dooryard/contract/data/suppression-lists'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ListX, Upload } from 'lucide-react'
import { useState } from 'react'
import { suppressionListPageQuery } from '../../criteria/suppression-lists/suppression-lists.data.ts'
import { StateView } from '../../ui/feedback/state-view.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { useLazyLoadWhen } from '../../ui/hooks/hooks.ts'
import { SettingsFrame } from '../../ui/layout/frames/settings-frame.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { buildListColumns, type ListAction } from './list-columns.tsx'

export type SuppressionListsState = { page: number; limit: number }

const loadUploadDialog = async () =>
  (await import('../../criteria/suppression-lists/upload-list-dialog.tsx')).UploadListDialog

const UploadButton = ({ onClick }: { onClick: () => void }) => (
  <Button leftSection={<Upload size={16} aria-hidden="true" />} onClick={onClick}>
    Upload a list
  </Button>
)

const FirstUse = ({ onUpload }: { onUpload: () => void }) => (
  <StateView
    icon={ListX}
    title="No suppression lists yet"
    text="Upload customers, returned mail or anyone you don’t want to contact. Exclude the list when you search and order, and you don’t pay for them."
    action={<UploadButton onClick={onUpload} />}
  />
)

/** What is done with a list, in a dialog of its own. The list is kept while its dialog closes. */
function useListDialogs() {
  const [chosen, setChosen] = useState<{ list: SuppressionList; action: ListAction }>()
  const [isOpen, setOpen] = useState(false)
  const Dialogs = useLazyLoadWhen(async () => (await import('./list-dialogs.tsx')).ListDialogs, chosen)
  const open = (list: SuppressionList, action: ListAction) => {
    setChosen({ list, action })
    setOpen(true)
  }
  const dialogs = Dialogs && chosen && <Dialogs {...chosen} opened={isOpen} onClose={() => setOpen(false)} />
  return { open, dialogs }
}

export function SuppressionListsScreen({
  state,
  onState,
}: {
  state: SuppressionListsState
  onState: OnTableStateChange
}) {
  const [drawUpload, openUpload] = useDialog(loadUploadDialog)
  const { open, dialogs } = useListDialogs()
  return (
    <SettingsFrame title="Suppression lists" wide>
      <Text c="dimmed" maw="72ch">
        People you don’t want to contact. Exclude a list in the lead finder, a campaign or an order, and you get no
        leads at its addresses.
      </Text>
      <DataTable
        label="Suppression lists"
        columns={buildListColumns(open)}
        result={useQuery(suppressionListPageQuery(state))}
        state={state}
        onState={onState}
        toolbar={<UploadButton onClick={openUpload} />}
        empty={<FirstUse onUpload={openUpload} />}
      />
      {drawUpload({})}
      {dialogs}
    </SettingsFrame>
  )
}
