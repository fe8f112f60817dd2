import { type BuyerList, buyerLists, NewBuyerList } from '@dooryard/contract/properties/buyer-lists'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'

type NewListDialogProps = { opened: boolean; onClose: () => void; onCreated: (list: BuyerList) => void }

export function NewListDialog({ opened, onClose, onCreated }: NewListDialogProps) {
  const create = useEndpointMutation(buyerLists.create, {
    refreshes: [buyerLists.list],
    isIdempotent: true,
    onSuccess: onCreated,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New buyer list"
      schema={NewBuyerList}
      initialValues={{ name: '' }}
      call={create}
      send={(body) => create.mutateAsync({ body })}
      submitLabel="Create list"
    >
      {(form) => (
        <FormFields
          form={form}
          readOnly={create.isPending}
          fields={[{ name: 'name', kind: 'text', label: 'Name', maxLength: 100, 'data-autofocus': true }]}
        />
      )}
    </FormDialog>
  )
}
