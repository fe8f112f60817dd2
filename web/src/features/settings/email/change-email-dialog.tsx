import { account } from '@dooryard/contract/identity/account'
import { EmailChangeConfirmation, EmailChangeRequest, emailChange } from '@dooryard/contract/identity/email-change'
import { Anchor } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { usePortalInfo } from '../../../lib/portal-info.ts'
import { CodeField } from '../../../ui/form/code-field.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { DialogText, MutationDialog } from '../../../ui/form/mutation-dialog.tsx'
import { MutationForm } from '../../../ui/form/mutation-form.tsx'
import { type SchemaForm, useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { useUpdateCachedUser } from '../settings.data.ts'

type StepProps = { email: string; onCancel: () => void }

/** The new address and the password; then the codes mailed to both addresses. */
export function ChangeEmailDialog({ email, opened, onClose }: { email: string; opened: boolean; onClose: () => void }) {
  const [newEmail, setNewEmail] = useState<string>()
  const close = () => {
    setNewEmail(undefined)
    onClose()
  }
  return (
    <MutationDialog
      call={noCall}
      opened={opened}
      onClose={close}
      title="Change email address"
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(cancel) =>
        newEmail ? (
          <CodesStep email={email} newEmail={newEmail} onCancel={cancel} onDone={close} />
        ) : (
          opened && <AddressStep email={email} onCancel={cancel} onDone={setNewEmail} />
        )
      }
    </MutationDialog>
  )
}

// Each step makes its own.
const noCall = { isPending: false, reset: () => {} }

function AddressStep({ email, onCancel, onDone }: StepProps & { onDone: (newEmail: string) => void }) {
  const request = useEndpointMutation(emailChange.request)
  const form = useSchemaForm(EmailChangeRequest, { email: '', password: '' }, () => request.isError && request.reset())
  const runExclusive = useSingleFlight()
  const submit = form.submit((body) =>
    runExclusive((release) =>
      request.mutate({ body }, { onSuccess: () => onDone(body.email), onError: form.showRefusal, onSettled: release }),
    ),
  )
  return (
    <MutationForm
      call={request}
      form={form}
      lead={`We send one code to the new address and one to ${email}.`}
      send="Send codes"
      onSubmit={submit}
      onCancel={onCancel}
    >
      {/* Tells password managers which account this password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <FormFields
        form={form}
        readOnly={request.isPending}
        fields={[
          { name: 'email', label: 'New email address', type: 'email', autoComplete: 'off', 'data-autofocus': true },
          { name: 'password', kind: 'password', label: 'Password', autoComplete: 'current-password' },
        ]}
      />
    </MutationForm>
  )
}

type CodesStepProps = StepProps & { newEmail: string; onDone: () => void }

function CodesStep({ email, newEmail, onCancel, onDone }: CodesStepProps) {
  const updateCachedUser = useUpdateCachedUser()
  const isDemo = usePortalInfo()?.isDemo
  const confirm = useEndpointMutation(emailChange.confirm, {
    refreshes: [account.sessions],
    onSuccess: (user) => {
      updateCachedUser({ email: user.email })
      showSuccessToast('Email address changed. Other devices are signed out.')
      onDone()
    },
  })
  const initialValues = { newCode: '', currentCode: '' }
  const form = useSchemaForm(EmailChangeConfirmation, initialValues, () => confirm.isError && confirm.reset())
  // The dialog moves the focus only as it opens, and the button of the step before is gone.
  const focusFirst = useEffectEvent(() => form.getInputNode('newCode')?.focus())
  useEffect(() => focusFirst(), [])
  const runExclusive = useSingleFlight()
  const submit = form.submit((body) =>
    runExclusive((release) => confirm.mutate({ body }, { onError: form.showRefusal, onSettled: release })),
  )
  return (
    <MutationForm
      call={confirm}
      form={form}
      lead="Enter both codes within 10 minutes."
      send="Change email"
      onSubmit={submit}
      onCancel={onCancel}
    >
      <EmailCode form={form} name="newCode" label={`Code sent to ${newEmail}`} isFirst />
      <EmailCode form={form} name="currentCode" label={`Code sent to ${email}`} />
      <DialogText>
        No access to {email}? Ask an administrator to change the address.
        {isDemo && (
          <>
            {' '}
            <Anchor inherit underline="always" href="/dev/outbox" target="_blank">
              Open the outbox
            </Anchor>
          </>
        )}
      </DialogText>
    </MutationForm>
  )
}

type EmailCodeProps = {
  form: SchemaForm<EmailChangeConfirmation>
  name: keyof EmailChangeConfirmation
  label: string
  isFirst?: boolean
}

function EmailCode({ form, name, label, isFirst = false }: EmailCodeProps) {
  const { value, onChange, onBlur, error } = form.getInputProps(name)
  return (
    <CodeField
      label={label}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      data-path={name}
      data-autofocus={isFirst}
      onInvalidPaste={() => {
        form.setFieldValue(name, '')
        void form.validateField(name)
      }}
    />
  )
}
