import type { Criteria } from '@dooryard/contract/criteria/criteria'
import {
  type ListedSavedSearch,
  maxTrackedMatches,
  NewSavedSearch,
  type SavedSearch,
} from '@dooryard/contract/properties/saved-searches'
import { Checkbox, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { ApiError } from '../../lib/api/errors.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { MutationDialog } from '../../ui/form/mutation-dialog.tsx'
import { MutationForm } from '../../ui/form/mutation-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { showErrorToast, showSuccessToast } from '../../ui/toasts/toasts.ts'
import { useMakeDefault, useSaveSearch, useUpdateSearch } from './saved-searches.data.ts'

export type SaveSearchTarget = { criteria: Criteria } | { search: ListedSavedSearch }

const SaveSearchForm = z.object({ name: NewSavedSearch.shape.name, isDefault: z.boolean(), emailChanges: z.boolean() })
type Values = z.infer<typeof SaveSearchForm>

const isNameTaken = (error: unknown) => error instanceof ApiError && error.code === 'CONFLICT'

function useSaveMutation() {
  const { mutateAsync: save } = useSaveSearch()
  const { mutateAsync: change } = useUpdateSearch({ quiet: true })
  const { mutateAsync: makeDefault } = useMakeDefault({ quiet: true })
  return useMutation({
    mutationFn: async ({ saving, ...values }: Values & { saving: SaveSearchTarget }): Promise<SavedSearch> => {
      if ('criteria' in saving) return save({ ...values, criteria: saving.criteria })
      const { id, isDefault } = saving.search
      const changed = await change({ id, name: values.name, emailChanges: values.emailChanges })
      return values.isDefault && !isDefault ? makeDefault(id).catch(() => changed) : changed
    },
  })
}

type SaveFormProps = {
  saving: SaveSearchTarget
  call: ReturnType<typeof useSaveMutation>
  onCancel: () => void
  onSaved: (search: SavedSearch) => void
}

function useSaveForm({ saving, call, onSaved }: SaveFormProps) {
  const singleFlight = useSingleFlight()
  const { name = '', isDefault = false, emailChanges = false } = 'search' in saving ? saving.search : {}
  const form = useSchemaForm(SaveSearchForm, { name, isDefault, emailChanges }, () => call.error && call.reset())
  const send = async (values: Values) => {
    const saved = await call.mutateAsync({ saving, ...values })
    if (values.isDefault && !saved.isDefault)
      showErrorToast(`“${saved.name}” is saved, but could not be made the default.`)
    else showSuccessToast(`“${saved.name}” saved`)
    onSaved(saved)
  }
  const refuse = (error: unknown) => {
    if (!isNameTaken(error)) return form.showRefusal(error)
    form.setFieldError('name', (error as ApiError).message)
    form.getInputNode('name')?.focus()
  }
  return {
    form,
    submit: form.submit((values) => singleFlight((release) => void send(values).catch(refuse).finally(release))),
  }
}

function SaveForm(props: SaveFormProps) {
  const { saving, call, onCancel } = props
  const { form, submit } = useSaveForm(props)
  const isConsumer = useUser().role === 'CONSUMER_USER'
  const isDefault = 'search' in saving && saving.search.isDefault
  // A name conflict is shown at the name field.
  const shown = isNameTaken(call.error) ? { ...call, error: null } : call
  return (
    <MutationForm call={shown} send="Save" onSubmit={submit} onCancel={onCancel}>
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
            ? 'To change it, make another search the default.'
            : isConsumer
              ? 'The lead finder opens with it.'
              : 'It comes first wherever you choose a saved search.'
        }
        disabled={isDefault}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
      <Checkbox
        label="Notify me when its matches change"
        description={`At most once a day, for searches with up to ${formatNumber(maxTrackedMatches)} matches.`}
        {...form.getInputProps('emailChanges', { type: 'checkbox' })}
      />
    </MutationForm>
  )
}

type SaveSearchDialogProps = {
  saving: SaveSearchTarget | undefined
  onClose: () => void
  onSaved?: (search: SavedSearch) => void
}

export function SaveSearchDialog({ saving, onClose, onSaved }: SaveSearchDialogProps) {
  const call = useSaveMutation()
  return (
    <MutationDialog
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
    </MutationDialog>
  )
}
