import type { ApiKey } from '@dooryard/contract/integrations/api-keys'
import { type ApiScope, apiScopes } from '@dooryard/contract/integrations/api-scopes'
import { Box, Checkbox, Select, Stack, Text, TextInput } from '@mantine/core'
import type { useCreateKey } from '../../entities/api-key/issue-api-key.ts'
import { toCalendarDay } from '../../lib/format/days.ts'
import { formatDay } from '../../lib/format/format.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'
import { Segments } from '../../ui/display/segments.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FieldPair } from '../../ui/form/mutation-dialog.tsx'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { AllowedIpsField } from './allowed-ips-field.tsx'
import { useChangeKey } from './api-keys.data.ts'
import {
  buildKeyForm,
  expiryChoices,
  type KeyForm,
  keyModes,
  toExpiry,
  toKeyForm,
  toKeyTerms,
  toNewKey,
} from './key-form.ts'

type FieldsProps = { form: SchemaForm<KeyForm> }

const modeDescriptions = {
  LIVE: 'Places real orders, which cost credits.',
  TEST: 'Orders cost nothing and deliver generated leads. Counts are real.',
}

/** Cannot be changed later: the mode is part of the key. */
const ModeField = ({ form }: FieldsProps) => (
  <fieldset className="plain">
    <Text component="legend" p={0} pb={4} fw={500}>
      Mode
    </Text>
    <Segments
      name="mode"
      segments={keyModes}
      value={form.values.mode}
      onChange={(mode) => form.setFieldValue('mode', mode)}
    />
    <Text c="dimmed" fz="sm" mt={6}>
      {modeDescriptions[form.values.mode]}
    </Text>
  </fieldset>
)

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
      ? 'Valid until you revoke it'
      : 'Valid through the end of this day'
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
  'We do not know whether the key was created. If it is in the list, regenerate it to get a key.'

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
    if (!apiKey) return create.mutateAsync(toNewKey(values, getServerTime()))
    const body = toKeyTerms(values, getServerTime(), apiKey)
    await change.mutateAsync({ params: { id: apiKey.id }, body })
    showSuccessToast(`${body.name} saved`)
  }
  return (
    <FormDialog
      opened={edited !== undefined}
      onClose={onClose}
      title={edited === 'new' ? 'Create API key' : `Edit ${apiKey?.name ?? 'API key'}`}
      schema={buildKeyForm(getServerTime, apiKey)}
      initialValues={toKeyForm(apiKey)}
      call={edited === 'new' ? create : change}
      send={send}
      {...(apiKey
        ? { lead: 'The key itself stays the same. Changes apply to its next call.', submitLabel: 'Save' }
        : { unknown: unknownCreationText, submitLabel: 'Create API key' })}
    >
      {(form) => (
        <>
          {!apiKey && <ModeField form={form} />}
          <TextInput
            label="Name"
            placeholder="e.g. CRM sync"
            maxLength={100}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <ScopeFields form={form} />
          <AllowedIpsField form={form} />
          <ExpiryFields form={form} apiKey={apiKey} />
        </>
      )}
    </FormDialog>
  )
}
