import { NewPropertyList, type PropertyList, propertyLists } from '@dooryard/contract/data/property-lists'
import { TextInput } from '@mantine/core'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'

type NewListDialogProps = { opened: boolean; onClose: () => void; onCreated?: (list: PropertyList) => void }

export function NewListDialog({ opened, onClose, onCreated }: NewListDialogProps) {
  const create = useEndpointMutation(propertyLists.create, {
    refreshes: [propertyLists.list],
    isIdempotent: true,
    onSuccess: (list) => onCreated?.(list),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New list"
      schema={NewPropertyList}
      initialValues={{ name: '' }}
      call={create}
      send={({ name }) => create.mutateAsync({ body: { name: name.trim() } })}
      submitLabel="Create list"
    >
      {(form) => (
        <TextInput
          label="Name"
          placeholder="Driving for dollars"
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
    </FormDialog>
  )
}
