import { OrderChange } from '@dooryard/contract/orders/new-order'
import type { OrderDetail } from '@dooryard/contract/orders/order'
import { TextInput } from '@mantine/core'
import type { OwnOrderAccess } from '../../../entities/order/order-access.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { orderDependents } from '../orders.data.ts'

type RenameDialogProps = { order: OrderDetail; access: OwnOrderAccess; opened: boolean; onClose: () => void }

const RenameSchema = OrderChange.pick({ orderName: true }).required()

export function RenameDialog({ order, access: { calls, params }, opened, onClose }: RenameDialogProps) {
  const call = useEndpointMutation(calls.change, { refreshes: orderDependents, awaitsRefresh: true })
  return (
    <FormDialog
      schema={RenameSchema}
      initialValues={{ orderName: order.orderName }}
      call={call}
      send={({ orderName }) => call.mutateAsync({ params, body: { orderName: orderName.trim() } })}
      submitLabel="Rename"
      opened={opened}
      onClose={onClose}
      title="Rename order"
    >
      {(form) => <TextInput label="Order name" maxLength={100} data-autofocus {...form.getInputProps('orderName')} />}
    </FormDialog>
  )
}
