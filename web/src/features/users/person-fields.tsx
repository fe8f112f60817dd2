import type { Person } from '@dooryard/contract/users'
import { TextInput, type TextInputProps } from '@mantine/core'
import type { z } from 'zod'
import { FieldPair } from '../../ui/form/call-dialog.tsx'
import classes from './users.module.css'

type Field = keyof z.infer<typeof Person>

type PersonFieldsProps = { field: (name: Field) => TextInputProps }

// The browser would fill in who the administrator is.
const theirs = { autoComplete: 'off' } as const

export const FirstAndLastName = ({ field, isFirst }: PersonFieldsProps & { isFirst?: boolean }) => (
  <FieldPair>
    <TextInput label="First name" {...theirs} data-autofocus={isFirst || undefined} {...field('firstName')} />
    <TextInput label="Last name" {...theirs} {...field('lastName')} />
  </FieldPair>
)

export const PhoneAndCompany = ({ field }: PersonFieldsProps) => (
  <FieldPair>
    <TextInput label="Phone" type="tel" {...theirs} {...field('phone')} />
    <TextInput
      label={
        <>
          Company <span className={classes.optional}>(optional)</span>
        </>
      }
      {...theirs}
      {...field('companyName')}
    />
  </FieldPair>
)
