import type { ApiKey } from '@dooryard/contract/api-keys'
import { type ApiScope, apiScopes } from '@dooryard/contract/api-scopes'
import { Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { dayOf } from '../../lib/days.ts'
import { formatDay } from '../../lib/format.ts'
import { CallDialog, FieldPair } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { DayField } from '../../ui/form/inputs.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { useChangeKey, type useCreateKey } from './api-keys.data.ts'
import classes from './api-keys.module.css'
import { draftOf, endChoices, expiryOf, initialOf, keyFormOf } from './key-form-schema.ts'

/** A key to be edited, or `new`. */
export type Edited = ApiKey | 'new'

type Calls = { create: ReturnType<typeof useCreateKey>; change: ReturnType<typeof useChangeKey> }
type KeyFormProps = { edited: Edited; calls: Calls; onCancel: () => void; onDone: () => void }

/** The form with its values, and what sends it. */
function useKeyForm({ edited, calls: { create, change }, onDone }: KeyFormProps) {
  const known = edited === 'new' ? undefined : edited
  const [schema] = useState(() => keyFormOf(serverNow, known))
  const singly = useSingleFlight()
  const call = known ? change : create
  const form = useSchemaForm(schema, initialOf(known), () => call.isError && call.reset())
  const save = async (values: typeof form.values) => {
    const body = draftOf(values, serverNow(), known)
    if (!known) return create.mutateAsync(body)
    await change.mutateAsync({ id: known.id, body })
    toastDone(`${body.name} is saved`)
    onDone()
  }
  const submit = form.submit((values) => singly((land) => void save(values).catch(form.showRefusal).finally(land)))
  return { form, call, known, submit }
}

type Form = ReturnType<typeof useKeyForm>['form']

function ScopeFields({ form }: { form: Form }) {
  const { value, onChange, error, onFocus, onBlur } = form.getInputProps('scopes')
  return (
    <Checkbox.Group
      label="Permissions"
      value={value}
      onChange={(chosen) => onChange(chosen as ApiScope[])} // none but these can be ticked
      error={error}
    >
      <div className={classes.scopeFields}>
        {apiScopes.terms.map(({ value: scope, label, description }, at) => (
          <Checkbox
            key={scope}
            value={scope}
            label={label}
            description={description}
            onFocus={onFocus}
            onBlur={onBlur}
            // Where the focus goes when none is ticked.
            {...(at === 0 && { 'data-path': 'scopes' })}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function EndFields({ form, known }: { form: Form; known: ApiKey | undefined }) {
  const { ends, through } = form.values
  const at = ends === 'DAY' ? undefined : expiryOf(form.values, serverNow(), known)
  return (
    <FieldPair>
      <Select
        label="Expires"
        description={
          at ? `On ${formatDay(at)}` : ends === 'NEVER' ? 'Works until you revoke it' : 'Works through the day'
        }
        data={endChoices}
        allowDeselect={false}
        {...form.getInputProps('ends')}
      />
      {ends === 'DAY' && (
        <div className={classes.dayField}>
          <DayField
            label="Last day"
            value={through}
            min={dayOf(serverNow())}
            error={form.errors['through']}
            data-path="through"
            onDay={(day = '') => form.setFieldValue('through', day)}
          />
        </div>
      )}
    </FieldPair>
  )
}

const mayBeThere =
  'We do not know whether the key was made. Look in the list: if it is there, regenerate it to get one.'

function KeyForm(props: KeyFormProps) {
  const { form, call, known, submit } = useKeyForm(props)
  return (
    <CallForm
      call={call}
      form={form}
      unknown={known ? undefined : mayBeThere}
      lead={known && 'The key itself stays the same. Changes apply from its next call on.'}
      send={known ? 'Save' : 'Make the key'}
      onSubmit={submit}
      onCancel={props.onCancel}
    >
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
      <EndFields form={form} known={known} />
    </CallForm>
  )
}

type KeyDialogProps = { edited: Edited | undefined; create: Calls['create']; onClose: () => void }

/** Makes or edits a key; open while there is one to edit. */
export function KeyDialog({ edited, create, onClose }: KeyDialogProps) {
  const calls = { create, change: useChangeKey() }
  return (
    <CallDialog
      call={edited === 'new' ? calls.create : calls.change}
      opened={edited !== undefined}
      onClose={onClose}
      title={edited === 'new' ? 'New API key' : `Edit ${edited?.name ?? 'API key'}`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => edited && <KeyForm edited={edited} calls={calls} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}
