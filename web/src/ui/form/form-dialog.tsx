import type { ReactNode } from 'react'
import type { z } from 'zod'
import { CallDialog } from './call-dialog.tsx'
import { CallForm } from './call-form.tsx'
import { type SchemaForm, useSchemaForm, useSingleFlight } from './use-schema-form.ts'

type FormCall = { isPending: boolean; isError: boolean; error: Error | null; reset: () => void }

type FormProps<V extends Record<string, unknown>> = {
  schema: z.ZodType
  initialValues: V
  call: FormCall
  /** Makes the call. What the server refuses stands at the fields it names, or above them. */
  send: (values: V) => Promise<unknown>
  submitLabel: ReactNode | ((values: V) => ReactNode)
  lead?: ReactNode
  /** Shown where no answer came, or one from which nobody knows whether it was done. */
  unknown?: string
  isGrave?: boolean | ((values: V) => boolean)
  /** The label of the button that closes it without sending: `Cancel` unless given. */
  cancelLabel?: string
  isWaiting?: boolean
  /** The field that stands for one of the call, where the two have different names. */
  fieldOf?: (path: string) => string
  children: (form: SchemaForm<V>) => ReactNode
}

type FormDialogProps<V extends Record<string, unknown>> = FormProps<V> & {
  opened: boolean
  onClose: () => void
  /** After a successful send; closes the dialog unless given. */
  onDone?: () => void
  title: ReactNode
  /** What the cross says that closes it: `Cancel` unless given. */
  closeLabel?: string
  size?: string | number
  /** What the dialog shows in place of the form once it was sent, such as a secret to keep. */
  sent?: { title: ReactNode; closeLabel: string; children: (close: () => void) => ReactNode } | undefined
}

type DialogFormProps<V extends Record<string, unknown>> = FormProps<V> & { onDone: () => void; onCancel: () => void }

function DialogForm<V extends Record<string, unknown>>(props: DialogFormProps<V>) {
  const { schema, initialValues, call, send, submitLabel, isGrave = false, fieldOf, children, onDone, ...rest } = props
  const singly = useSingleFlight()
  const form = useSchemaForm(schema, initialValues, () => call.isError && call.reset(), fieldOf)
  const submit = form.submit((values) =>
    singly((land) => void send(values).then(onDone, form.showRefusal).finally(land)),
  )
  const label = typeof submitLabel === 'function' ? submitLabel(form.values) : submitLabel
  const isRed = typeof isGrave === 'function' ? isGrave(form.values) : isGrave
  return (
    <CallForm {...rest} call={call} form={form} send={label} isGrave={isRed} onSubmit={submit}>
      {children(form)}
    </CallForm>
  )
}

/**
 * A form in a dialog: checked by a schema of the contract, sent once however often it is clicked, open until the call has
 * succeeded, and closed over unsaved values only after asking.
 */
export function FormDialog<V extends Record<string, unknown>>(props: FormDialogProps<V>) {
  const { opened, onClose, onDone = onClose, title, closeLabel = 'Cancel', size, sent, ...form } = props
  return (
    <CallDialog
      call={form.call}
      opened={opened}
      onClose={onClose}
      title={sent?.title ?? title}
      closeLabel={sent?.closeLabel ?? closeLabel}
      closeOnClickOutside={false}
      {...(size && { size })}
    >
      {(close) => (sent ? sent.children(close) : opened && <DialogForm {...form} onDone={onDone} onCancel={close} />)}
    </CallDialog>
  )
}
