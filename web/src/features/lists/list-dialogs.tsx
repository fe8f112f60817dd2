import { NewPropertyList, type PropertyList, propertyLists } from '@dooryard/contract/data/property-lists'
import { RenameListDialog } from '../../criteria/lists/rename-list-dialog.tsx'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { UploadDialog } from './upload/upload-dialog.tsx'

type DialogProps = { opened: boolean; onClose: () => void }

function RenameDialog({ list, opened, onClose }: DialogProps & { list: PropertyList }) {
  const call = useEndpointMutation(propertyLists.rename, { refreshes: [propertyLists.list], awaitsRefresh: true })
  return (
    <RenameListDialog
      schema={NewPropertyList}
      name={list.name}
      call={call}
      onRename={(name) => call.mutateAsync({ params: { id: list.id }, body: { name } })}
      opened={opened}
      onClose={onClose}
      title="Rename the list"
    />
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
