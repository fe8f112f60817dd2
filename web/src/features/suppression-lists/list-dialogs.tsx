import {
  type SuppressionList,
  SuppressionListChange,
  suppressionLists,
} from '@dooryard/contract/data/suppression-lists'
import { Button, Modal, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { RejectedRows } from '../../criteria/suppression-lists/rejected-rows.tsx'
import { UploadListDialog } from '../../criteria/suppression-lists/upload-list-dialog.tsx'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
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
    <FormDialog
      schema={SuppressionListChange}
      initialValues={{ name: list.name }}
      call={call}
      send={async ({ name }) => {
        await call.mutateAsync({ params: { id: list.id }, body: { name: name.trim() } })
        showSuccessToast(`The list is called “${name.trim()}” now`)
      }}
      submitLabel="Rename"
      opened={opened}
      onClose={onClose}
      title="Rename the suppression list"
    >
      {(form) => <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />}
    </FormDialog>
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
          showSuccessToast(`“${list.name}” is deleted`)
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
          send="Delete the list"
          isGrave
          cancelLabel="Keep it"
          onSubmit={remove}
          onCancel={close}
          lead="Nobody on it is excluded any more, and it cannot be restored."
        >
          <DialogText>
            Saved searches and campaigns that exclude it are not counted and take no orders until you remove it from
            them. Orders already delivered stay as they are.
          </DialogText>
        </MutationForm>
      )}
    </MutationDialog>
  )
}

const RejectsDialog = ({ list: { name, rejected, rowsRejected }, opened, onClose }: ListDialogProps) => (
  <Modal
    opened={useMountedOpen(opened)}
    onClose={onClose}
    title={`Rows of “${name}” that could not be read`}
    closeButtonProps={{ 'aria-label': 'Close' }}
    size={520}
  >
    <Stack>
      <DialogText>
        The lines of its newest file. Correct them there, and add the file again: rows are kept once.
      </DialogText>
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
