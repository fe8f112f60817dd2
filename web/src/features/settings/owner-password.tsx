import { ExistingPassword } from '@dooryard/contract/identity/users'
import { z } from 'zod'
import { FormFields } from '../../ui/form/form-fields.tsx'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'

export const OwnerPasswordValues = z.object({ password: ExistingPassword('Password') })

type OwnerPasswordFieldsProps = { email: string; form: SchemaForm<{ password: string }>; readOnly?: boolean }

/** The password of an account, before a way to sign in is added to it. */
export const OwnerPasswordFields = ({ email, form, readOnly = false }: OwnerPasswordFieldsProps) => (
  <>
    {/* Tells password managers which account this password belongs to. */}
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
    <FormFields
      form={form}
      readOnly={readOnly}
      fields={[
        {
          name: 'password',
          kind: 'password',
          label: 'Password',
          autoComplete: 'current-password',
          'data-autofocus': true,
        },
      ]}
    />
  </>
)
