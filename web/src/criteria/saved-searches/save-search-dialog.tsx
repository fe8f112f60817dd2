import type { Criteria } from '@dooryard/contract/criteria'
import {
  type ListedSavedSearch,
  mostFollowed,
  NewSavedSearch,
  type SavedSearch,
} from '@dooryard/contract/saved-searches'
import { Checkbox, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { ApiError } from '../../lib/errors.ts'
import { formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/use-user.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone, toastFailure } from '../../ui/toasts/toasts.ts'
import { useChangeSearch, useMakeDefault, useSaveSearch } from './saved-searches.data.ts'

export type Saving = { criteria: Criteria } | { search: ListedSavedSearch }

const Form = z.object({ name: NewSavedSearch.shape.name, isDefault: z.boolean(), emailChanges: z.boolean() })
type Values = z.infer<typeof Form>

const isTaken = (error: unknown) => error instanceof ApiError && error.code === 'CONFLICT'

function useSaving() {
  const { mutateAsync: save } = useSaveSearch()
  const { mutateAsync: change } = useChangeSearch({ quiet: true })
  const { mutateAsync: makeDefault } = useMakeDefault()
  return useMutation({
    mutationFn: async ({ saving, ...values }: Values & { saving: Saving }): Promise<SavedSearch> => {
      if ('criteria' in saving) return save({ ...values, criteria: saving.criteria })
      const { id, isDefault } = saving.search
      const changed = await change({ id, name: values.name, emailChanges: values.emailChanges })
      return values.isDefault && !isDefault ? makeDefault(id).catch(() => changed) : changed
    },
    meta: { quiet: true },
  })
}

type SaveFormProps = {
  saving: Saving
  call: ReturnType<typeof useSaving>
  onCancel: () => void
  onSaved: (search: SavedSearch) => void
}

function useSaveForm({ saving, call, onSaved }: SaveFormProps) {
  const singly = useSingleFlight()
  const { name = '', isDefault = false, emailChanges = false } = 'search' in saving ? saving.search : {}
  const form = useSchemaForm(Form, { name, isDefault, emailChanges }, () => call.error && call.reset())
  const send = async (values: Values) => {
    const saved = await call.mutateAsync({ saving, ...values })
    toastDone(`“${saved.name}” is saved`)
    if (values.isDefault && !saved.isDefault) toastFailure('It is saved, but could not be made the default.')
    onSaved(saved)
  }
  const refuse = (error: unknown) => {
    if (!isTaken(error)) return form.showRefusal(error)
    form.setFieldError('name', (error as ApiError).message)
    form.getInputNode('name')?.focus()
  }
  return { form, submit: form.submit((values) => singly((land) => void send(values).catch(refuse).finally(land))) }
}

function SaveForm(props: SaveFormProps) {
  const { saving, call, onCancel } = props
  const { form, submit } = useSaveForm(props)
  const isConsumer = useUser().role === 'CONSUMER_USER'
  const isDefault = 'search' in saving && saving.search.isDefault
  // A name that is taken is said at the name.
  const shown = isTaken(call.error) ? { ...call, error: null } : call
  return (
    <CallForm call={shown} send="Save" onSubmit={submit} onCancel={onCancel}>
      <TextInput
        label="Name"
        placeholder="Absentee owners of Davidson"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox
        label="Make it the default"
        description={
          isDefault
            ? 'It is. To change that, make another search the default.'
            : isConsumer
              ? 'The lead finder opens with it.'
              : 'It comes first wherever you choose a saved search.'
        }
        disabled={isDefault}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
      <Checkbox
        label="Email me when its matches change"
        description={`At most once a day, for searches with up to ${formatNumber(mostFollowed)} matches.`}
        {...form.getInputProps('emailChanges', { type: 'checkbox' })}
      />
    </CallForm>
  )
}

type SaveSearchDialogProps = {
  saving: Saving | undefined
  onClose: () => void
  onSaved?: (search: SavedSearch) => void
}

export function SaveSearchDialog({ saving, onClose, onSaved }: SaveSearchDialogProps) {
  const call = useSaving()
  return (
    <CallDialog
      call={call}
      opened={saving !== undefined}
      onClose={onClose}
      title={saving && 'search' in saving ? 'Edit saved search' : 'Save this search'}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) =>
        saving && (
          <SaveForm
            saving={saving}
            call={call}
            onCancel={close}
            onSaved={(search) => {
              onClose()
              onSaved?.(search)
            }}
          />
        )
      }
    </CallDialog>
  )
}
