import type { ButtonProps } from '@mantine/core'
import { ListPlus } from 'lucide-react'
import { formatNumber } from '../../lib/format/format.ts'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { ActionMenu } from '../../ui/overlay/action-menu.tsx'
import { type ListedProperties, useChangeList, useHasLists, usePropertyLists } from './lists.data.ts'

const newList = 'NEW'

type AddToListProps = {
  properties: ListedProperties
  label?: string
  isDisabled?: boolean
  button?: ButtonProps
}

/** Adds properties to a list, one of the user's or a new one; nothing for users without lists. */
export function AddToList(props: AddToListProps) {
  return useHasLists() && <AddMenu {...props} />
}

function AddMenu({ properties, label = 'Add to list', isDisabled = false, button }: AddToListProps) {
  const lists = usePropertyLists() ?? []
  const { apply, isPending } = useChangeList()
  const [dialog, openDialog] = useDialog(async () => (await import('./new-list-dialog.tsx')).NewListDialog)
  const options = lists.map(({ id, name, properties: count }) => ({
    value: id,
    label: `${name} (${formatNumber(count)})`,
  }))
  return (
    <>
      <ActionMenu
        label={label}
        button={{ leftSection: <ListPlus size={16} aria-hidden="true" />, ...button }}
        actions={[...options, { value: newList, label: 'New list…' }]}
        isDisabled={isDisabled || isPending}
        onChoose={(value) => (value === newList ? openDialog() : apply('ADD', value, properties))}
      />
      {dialog({ onCreated: ({ id }) => apply('ADD', id, properties) })}
    </>
  )
}
