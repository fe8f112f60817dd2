import type { ApiKey } from '@dooryard/contract/integrations/api-keys'
import { type ApiScope, apiScopes } from '@dooryard/contract/integrations/api-scopes'
import { Box, Checkbox, Select, Stack, TextInput } from '@mantine/core'
import type { useCreateKey } from '../../entities/api-key/issue-api-key.ts'
import { toCalendarDay } from '../../lib/format/days.ts'
import { formatDay } from '../../lib/format/format.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FieldPair } from '../../ui/form/mutation-dialog.tsx'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { useChangeKey } from './api-keys.data.ts'
import { buildKeyForm, expiryChoices, type KeyForm, toExpiry, toKeyForm, toNewKey } from './key-form.ts'

type FieldsProps = { form: SchemaForm<KeyForm> }

function ScopeFields({ form }: FieldsProps) {
  const { value, onChange, error, onFocus, onBlur } = form.getInputProps('scopes')
  return (
    <Checkbox.Group
      label="Permissions"
      value={value}
      onChange={(chosen) => onChange(chosen as ApiScope[])} // only these scopes can be selected
      error={error}
    >
      <Stack gap={10} pt={6}>
        {apiScopes.terms.map(({ value: scope, label, description }, at) => (
          <Checkbox
            key={scope}
            value={scope}
            label={label}
            description={description}
            onFocus={onFocus}
            onBlur={onBlur}
            // Receives the focus when no scope is selected.
            {...(at === 0 && { 'data-path': 'scopes' })}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function ExpiryFields({ form, apiKey }: FieldsProps & { apiKey: ApiKey | undefined }) {
  const { ends, through } = form.values
  const at = ends === 'DAY' ? undefined : toExpiry(form.values, getServerTime(), apiKey)
  const description = at
    ? `On ${formatDay(at)}`
    : ends === 'NEVER'
      ? 'Works until you revoke it'
      : 'Works through the day'
  return (
    <FieldPair>
      <Select
        label="Expires"
        description={description}
        data={expiryChoices}
        allowDeselect={false}
        {...form.getInputProps('ends')}
      />
      {ends === 'DAY' && (
        // Aligned with the neighboring field, which has a description above.
        <Box style={{ alignSelf: 'end' }}>
          <DayField
            label="Last day"
            value={through}
            min={toCalendarDay(getServerTime())}
            error={form.errors['through']}
            data-path="through"
            onDay={(day = '') => form.setFieldValue('through', day)}
          />
        </Box>
      )}
    </FieldPair>
  )
}

const unknownCreationText =
  'We do not know whether the key was made. Look in the list: if it is there, regenerate it to get one.'

type KeyFormDialogProps = {
  /** The key to edit, or `new`; the dialog is open while there is one. */
  edited: ApiKey | 'new' | undefined
  create: ReturnType<typeof useCreateKey>
  onClose: () => void
}

export function KeyFormDialog({ edited, create, onClose }: KeyFormDialogProps) {
  const change = useChangeKey()
  const apiKey = edited === 'new' ? undefined : edited
  const send = async (values: KeyForm) => {
    const body = toNewKey(values, getServerTime(), apiKey)
    if (!apiKey) return create.mutateAsync(body)
    await change.mutateAsync({ params: { id: apiKey.id }, body })
    showSuccessToast(`${body.name} is saved`)
  }
  return (
    <FormDialog
      opened={edited !== undefined}
      onClose={onClose}
      title={edited === 'new' ? 'New API key' : `Edit ${apiKey?.name ?? 'API key'}`}
      schema={buildKeyForm(getServerTime, apiKey)}
      initialValues={toKeyForm(apiKey)}
      call={edited === 'new' ? create : change}
      send={send}
      {...(apiKey
        ? { lead: 'The key itself stays the same. Changes apply from its next call on.', submitLabel: 'Save' }
        : { unknown: unknownCreationText, submitLabel: 'Make the key' })}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            description="Which program it is for, so that you know it again"
            placeholder="CRM nightly import"
            maxLength={100}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <ScopeFields form={form} />
          <ExpiryFields form={form} apiKey={apiKey} />
        </>
      )}
    </FormDialog>
  )
}
