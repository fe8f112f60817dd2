import type { ReactNode } from 'react'
import type { z } from 'zod'
import { MutationDialog } from './mutation-dialog.tsx'
import { MutationForm } from './mutation-form.tsx'
import { type SchemaForm, useSchemaForm, useSingleFlight } from './use-schema-form.ts'

type FormMutation = { isPending: boolean; isError: boolean; error: Error | null; reset: () => void }

type FormProps<V extends Record<string, unknown>> = {
  schema: z.ZodType
  initialValues: V
  call: FormMutation
  /** Makes the call. Validation errors of the server appear at their fields, or above them. */
  send: (values: V) => Promise<unknown>
  submitLabel: ReactNode | ((values: V) => ReactNode)
  lead?: ReactNode
  /** Shown when no answer came, or one that leaves the outcome unknown. */
  unknown?: string
  isGrave?: boolean | ((values: V) => boolean)
  /** The label of the cancel button: `Cancel` by default. */
  cancelLabel?: string
  isWaiting?: boolean
  /** Whether the dialog opens with the focus on the submit button: there is no field. */
  isSubmitFocused?: boolean
  /** Maps a field of the call to the form's field where the names differ. */
  toFieldName?: (path: string) => string
  children: (form: SchemaForm<V>) => ReactNode
}

type FormDialogProps<V extends Record<string, unknown>> = FormProps<V> & {
  opened: boolean
  onClose: () => void
  /** Called after a successful submit; closes the dialog by default. */
  onDone?: () => void
  title: ReactNode
  /** The label of the close button: `Cancel` by default. */
  closeLabel?: string
  size?: string | number
  /** Content shown in place of the form after submitting, such as a secret to copy. */
  sent?: { title: ReactNode; closeLabel: string; children: (close: () => void) => ReactNode } | undefined
}

type DialogFormProps<V extends Record<string, unknown>> = FormProps<V> & { onDone: () => void; onCancel: () => void }

function DialogForm<V extends Record<string, unknown>>(props: DialogFormProps<V>) {
  const {
    schema,
    initialValues,
    call,
    send,
    submitLabel,
    isGrave = false,
    toFieldName,
    children,
    onDone,
    ...rest
  } = props
  const singleFlight = useSingleFlight()
  const form = useSchemaForm(schema, initialValues, () => call.isError && call.reset(), toFieldName)
  const submit = form.submit((values) =>
    singleFlight((release) => void send(values).then(onDone, form.showRefusal).finally(release)),
  )
  const label = typeof submitLabel === 'function' ? submitLabel(form.values) : submitLabel
  const isRed = typeof isGrave === 'function' ? isGrave(form.values) : isGrave
  return (
    <MutationForm {...rest} call={call} form={form} send={label} isGrave={isRed} onSubmit={submit}>
      {children(form)}
    </MutationForm>
  )
}

/**
 * A form in a dialog: validated by a contract schema, submitted once however often it is clicked, open until the call
 * succeeds. It asks before discarding unsaved values.
 */
export function FormDialog<V extends Record<string, unknown>>(props: FormDialogProps<V>) {
  const { opened, onClose, onDone = onClose, title, closeLabel = 'Cancel', size, sent, ...form } = props
  return (
    <MutationDialog
      call={form.call}
      opened={opened}
      onClose={onClose}
      title={sent?.title ?? title}
      closeLabel={sent?.closeLabel ?? closeLabel}
      closeOnClickOutside={false}
      {...(size && { size })}
    >
      {(close) => (sent ? sent.children(close) : opened && <DialogForm {...form} onDone={onDone} onCancel={close} />)}
    </MutationDialog>
  )
}
