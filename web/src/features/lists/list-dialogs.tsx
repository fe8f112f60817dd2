import { NewPropertyList, type PropertyList, propertyLists } from '@dooryard/contract/data/property-lists'
import { TextInput } from '@mantine/core'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { UploadDialog } from './upload/upload-dialog.tsx'

type DialogProps = { opened: boolean; onClose: () => void }

function RenameDialog({ list, opened, onClose }: DialogProps & { list: PropertyList }) {
  const call = useEndpointMutation(propertyLists.rename, { refreshes: [propertyLists.list], awaitsRefresh: true })
  return (
    <FormDialog
      schema={NewPropertyList}
      initialValues={{ name: list.name }}
      call={call}
      send={async ({ name }) => {
        await call.mutateAsync({ params: { id: list.id }, body: { name: name.trim() } })
        showSuccessToast(`List renamed to “${name.trim()}”`)
      }}
      submitLabel="Rename"
      opened={opened}
      onClose={onClose}
      title="Rename the list"
    >
      {(form) => <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />}
    </FormDialog>
  )
}

type ListDialogsProps = DialogProps & { list?: PropertyList; action: 'rename' | 'upload' }

/** The dialogs of a list, and the upload of a new one; the one of the action is open. */
export const ListDialogs = ({ list, action, opened, onClose }: ListDialogsProps) => (
  <>
    <UploadDialog list={list} opened={opened && action === 'upload'} onClose={onClose} />
    {list && <RenameDialog list={list} opened={opened && action === 'rename'} onClose={onClose} />}
  </>
)
