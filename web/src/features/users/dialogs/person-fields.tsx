import type { Person } from '@dooryard/contract/users'
import { SimpleGrid, Text } from '@mantine/core'
import type { z } from 'zod'
import { type Field, FormFields } from '../../../ui/form/form-fields.tsx'
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts'

type PersonField = keyof z.infer<typeof Person>

const fields: Field<Record<PersonField, string>>[] = [
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  {
    name: 'companyName',
    label: (
      <>
        Company{' '}
        <Text span inherit c="dimmed" fw={400}>
          (optional)
        </Text>
      </>
    ),
  },
]

type PersonFieldsProps<V extends Record<PersonField, string>> = {
  form: SchemaForm<V>
  readOnly: boolean
  /** Whether the dialog begins with them, and has the focus there. */
  isFirst?: boolean
}

/** What somebody is called and where they are reached, two fields beside each other. */
export const PersonFields = <V extends Record<PersonField, string>>({
  form,
  readOnly,
  isFirst = false,
}: PersonFieldsProps<V>) => {
  const shown = fields.map((field, at) => ({
    ...field,
    // The browser would fill in who the administrator is.
    autoComplete: 'off',
    ...(isFirst && at === 0 && { 'data-autofocus': true }),
  }))
  return (
    <SimpleGrid cols={2} spacing={12} verticalSpacing={16}>
      <FormFields form={form} readOnly={readOnly} fields={shown} />
    </SimpleGrid>
  )
}
