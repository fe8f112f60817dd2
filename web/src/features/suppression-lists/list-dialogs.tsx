import {
  type SuppressionList,
  SuppressionListChange,
  suppressionLists,
} from '@dooryard/contract/data/suppression-lists'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { Button, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { RenameListDialog } from '../../criteria/lists/rename-list-dialog.tsx'
import { RejectedRows } from '../../criteria/suppression-lists/rejected-rows.tsx'
import { UploadListDialog } from '../../criteria/suppression-lists/upload-list-dialog.tsx'
import { buildQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { formatList } from '../../lib/format/format-list.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { DialogActions, DialogText, MutationDialog } from '../../ui/form/mutation-dialog.tsx'
import { MutationForm } from '../../ui/form/mutation-form.tsx'
import { useMountedOpen } from '../../ui/hooks/hooks.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import type { ListAction } from './list-columns.tsx'

type ListDialogProps = { list: SuppressionList; opened: boolean; onClose: () => void }

const refreshedList = { refreshes: [suppressionLists.list], awaitsRefresh: true }

function RenameDialog({ list, opened, onClose }: ListDialogProps) {
  const call = useEndpointMutation(suppressionLists.change, refreshedList)
  return (
    <RenameListDialog
      schema={SuppressionListChange}
      name={list.name}
      call={call}
      onRename={(name) => call.mutateAsync({ params: { id: list.id }, body: { name } })}
      opened={opened}
      onClose={onClose}
      title="Rename the suppression list"
    />
  )
}

const maxNamed = 5

/** Names the saved searches that exclude the list. */
function ExcludingSearches({ id }: { id: string }) {
  const query = { suppressionListId: id, limit: maxNamed }
  const { data } = useQuery(buildQuery(savedSearches.list, { query }))
  if (!data || data.totalCount === 0) return null
  const others = data.totalCount - data.items.length
  const names = data.items.map(({ name }) => `“${name}”`)
  const used = formatList(others > 0 ? [...names, `${formatNumber(others)} more`] : names, 'and')
  return (
    <Notice tone="warn">
      Excluded by {pluralize(data.totalCount, 'saved search', 'saved searches')}: {used}
    </Notice>
  )
}

function DeleteDialog({ list, opened, onClose }: ListDialogProps) {
  const call = useEndpointMutation(suppressionLists.remove, refreshedList)
  const remove = (event: FormEvent) => {
    event.preventDefault()
    call.mutate(
      { params: { id: list.id } },
      {
        onSuccess: () => {
          showSuccessToast(`“${list.name}” deleted`)
          onClose()
        },
      },
    )
  }
  return (
    <MutationDialog call={call} opened={opened} onClose={onClose} title={`Delete “${list.name}”?`} closeLabel="Cancel">
      {(close) => (
        <MutationForm
          call={call}
          send="Delete list"
          isGrave
          cancelLabel="Cancel"
          onSubmit={remove}
          onCancel={close}
          lead="Its entries are no longer excluded. This cannot be undone."
        >
          <DialogText>
            Saved searches and campaigns that exclude it are not counted and take no orders until you remove it from
            them. Orders already delivered stay as they are.
          </DialogText>
          {opened && <ExcludingSearches id={list.id} />}
        </MutationForm>
      )}
    </MutationDialog>
  )
}

const RejectsDialog = ({ list: { name, rejected, rowsRejected }, opened, onClose }: ListDialogProps) => (
  <Modal
    opened={useMountedOpen(opened)}
    onClose={onClose}
    title={`Rejected rows of “${name}”`}
    closeButtonProps={{ 'aria-label': 'Close' }}
    size={520}
  >
    <Stack>
      <DialogText>Lines of the newest file. Correct them and add the file again: each entry counts once.</DialogText>
      <RejectedRows rows={rejected} count={rowsRejected} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Stack>
  </Modal>
)

/** The dialogs of a suppression list; the one of the action is open. */
export function ListDialogs({ list, action, opened, onClose }: ListDialogProps & { action: ListAction }) {
  const open = (of: ListAction) => ({ list, opened: opened && action === of, onClose })
  return (
    <>
      <UploadListDialog {...open('add')} />
      <RenameDialog {...open('rename')} />
      <DeleteDialog {...open('delete')} />
      <RejectsDialog {...open('rejects')} />
    </>
  )
}
