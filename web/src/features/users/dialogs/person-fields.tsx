import type { Person } from '@dooryard/contract/identity/users'
import { SimpleGrid, Text } from '@mantine/core'
import type { z } from 'zod'
import { type Field, FormFields } from '../../../ui/form/form-fields.tsx'
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts'

type PersonField = keyof z.infer<typeof Person>

const personFields: Field<Record<PersonField, string>>[] = [
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
  /** Whether these fields come first and get the initial focus. */
  isFirst?: boolean
}

/** Name and contact fields of a person, in two columns. */
export const PersonFields = <V extends Record<PersonField, string>>({
  form,
  readOnly,
  isFirst = false,
}: PersonFieldsProps<V>) => {
  const shown = personFields.map((field, at) => ({
    ...field,
    // Otherwise the browser fills in the administrator's own data.
    autoComplete: 'off',
    ...(isFirst && at === 0 && { 'data-autofocus': true }),
  }))
  return (
    <SimpleGrid cols={2} spacing={12} verticalSpacing={16}>
      <FormFields form={form} readOnly={readOnly} fields={shown} />
    </SimpleGrid>
  )
}
