import { type BuyerList, buyerLists } from '@dooryard/contract/properties/buyer-lists'
import { useBuyerLists } from '../../../entities/buyer/buyer-lists.data.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { ActionMenu } from '../../../ui/overlay/action-menu.tsx'
import { showErrorToast, showSuccessToast } from '../../../ui/toasts/toasts.ts'
import type { ChosenBuyer } from '../buyer/order-rules.ts'

const newList = 'NEW'

/** Saves the selected buyers in a list, an existing one or a new one. */
export function SaveToList({ chosen }: { chosen: readonly ChosenBuyer[] }) {
  const lists = useBuyerLists()
  const [dialog, openDialog] = useDialog(async () => (await import('./new-list-dialog.tsx')).NewListDialog)
  const add = useEndpointMutation(buyerLists.addBuyers, {
    refreshes: [buyerLists.list, buyerLists.buyers],
    onSuccess: ({ name, buyers }) => showSuccessToast(`${name} has ${pluralize(buyers, 'buyer')}`),
  })
  const save = ({ id }: Pick<BuyerList, 'id'>) =>
    add.mutate(
      { params: { id }, body: { propertyIds: chosen.map(({ propertyId }) => propertyId) } },
      { onError: (error) => showErrorToast(getErrorMessage(error)) },
    )
  const options = lists.map(({ id, name, buyers }) => ({ value: id, label: `${name} (${formatNumber(buyers)})` }))
  return (
    <>
      <ActionMenu
        w={160}
        label="Save to list"
        actions={[...options, { value: newList, label: 'New list…' }]}
        isDisabled={add.isPending}
        onChoose={(value) => (value === newList ? openDialog() : save({ id: value }))}
      />
      {dialog({ onCreated: save })}
    </>
  )
}
