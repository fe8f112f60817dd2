import '@mantine/core/styles/Switch.layer.css'
import {
  type PasswordInputProps,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { DayField } from './day-field.tsx'
import { PasswordField } from './password-field.tsx'
import type { SchemaForm } from './use-schema-form.ts'

export type Field<V> = { name: keyof V & string; 'data-autofocus'?: boolean } & (
  | ({ kind?: 'text' } & Omit<TextInputProps, 'name'>)
  | ({ kind: 'password' } & Omit<PasswordInputProps, 'name'>)
  | ({ kind: 'textarea' } & Omit<TextareaProps, 'name'>)
  | ({ kind: 'select' } & Omit<SelectProps, 'name'>)
  | ({ kind: 'switch' } & Omit<SwitchProps, 'name'>)
  | { kind: 'day'; label: string; min?: string | undefined; max?: string | undefined }
)

type FormFieldProps<V extends Record<string, unknown>> = { form: SchemaForm<V>; readOnly: boolean; field: Field<V> }

function FormField<V extends Record<string, unknown>>({ form, readOnly, field }: FormFieldProps<V>) {
  const { name, ...rest } = field
  const input = { ...(readOnly && { readOnly }), ...form.getInputProps(name) }
  switch (rest.kind) {
    case 'password': {
      const { kind: _, ...props } = rest
      return <PasswordField {...props} {...input} />
    }
    case 'textarea': {
      const { kind: _, ...props } = rest
      return <Textarea {...props} {...input} />
    }
    case 'select': {
      const { kind: _, ...props } = rest
      // An empty text is not an option.
      return <Select allowDeselect={false} {...props} {...input} value={input.value || null} />
    }
    case 'switch': {
      const { kind: _, ...props } = rest
      return <Switch disabled={readOnly} {...props} {...form.getInputProps(name, { type: 'checkbox' })} />
    }
    case 'day': {
      const { kind: _, ...props } = rest
      const setDay = (day = '') => form.setFieldValue(name, day as never) // the values of a day field are texts
      return <DayField {...props} value={input.value} error={input.error} data-path={name} onDay={setDay} />
    }
    default: {
      const { kind: _, ...props } = rest
      return <TextInput {...props} {...input} />
    }
  }
}

/** The fields of a form, in the order of their definitions; `readOnly` while it is being submitted. */
export const FormFields = <V extends Record<string, unknown>>({
  form,
  readOnly = false,
  fields,
}: {
  form: SchemaForm<V>
  readOnly?: boolean
  fields: Field<V>[]
}) => fields.map((field) => <FormField key={field.name} form={form} readOnly={readOnly} field={field} />)
