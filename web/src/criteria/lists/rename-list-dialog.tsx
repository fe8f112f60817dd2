import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'

type FormDialogProps = ComponentProps<typeof FormDialog<{ name: string }>>

type RenameListDialogProps = Pick<FormDialogProps, 'schema' | 'call' | 'title' | 'opened' | 'onClose'> & {
  name: string
  /** Makes the call with the new name, trimmed. */
  onRename: (name: string) => Promise<unknown>
}

/** Renames a list, of properties or of suppressions. */
export const RenameListDialog = ({ name, onRename, ...dialog }: RenameListDialogProps) => (
  <FormDialog
    {...dialog}
    initialValues={{ name }}
    send={async (values) => {
      const newName = values.name.trim()
      await onRename(newName)
      showSuccessToast(`List renamed to “${newName}”`)
    }}
    submitLabel="Rename"
  >
    {(form) => <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />}
  </FormDialog>
)
