import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { NewSavedSearch, type SavedSearch } from '@dooryard/contract/properties/saved-searches'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCount } from '../../../criteria/count/count.data.ts'
import { LiveCount } from '../../../criteria/count/live-count.tsx'
import { PlacePicker } from '../../../criteria/places/place-picker.tsx'
import { MutationDialog } from '../../../ui/form/mutation-dialog.tsx'
import { MutationForm } from '../../../ui/form/mutation-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { useSaveSearch } from './flow.data.ts'
import type { Template } from './templates.ts'

type SaveSearchMutation = ReturnType<typeof useSaveSearch>
const NameOnly = NewSavedSearch.pick({ name: true })
const hasLocation = ({ location }: Criteria) => location !== undefined && Object.keys(location).length > 0

function TemplateForm({
  template,
  call,
  onCancel,
}: {
  template: Template
  call: SaveSearchMutation
  onCancel: () => void
}) {
  const [criteria, setCriteria] = useState(template.criteria)
  const [isMissing, setMissing] = useState(false)
  const runExclusive = useSingleFlight()
  const count = useCount(criteria)
  const form = useSchemaForm(NameOnly, { name: template.name }, () => call.isError && call.reset())
  const send = form.submit(({ name }) => {
    if (!hasLocation(criteria)) return setMissing(true)
    // The form shows the error.
    runExclusive((release) => void call.mutateAsync({ name, criteria }).catch(form.showRefusal).finally(release))
  })
  return (
    <MutationForm
      call={call}
      form={form}
      lead={template.description}
      send="Save and use"
      onSubmit={send}
      onCancel={onCancel}
    >
      <div>
        <PlacePicker
          criteria={criteria}
          onChange={(next) => {
            setCriteria(next)
            setMissing(false)
          }}
        />
        {isMissing && (
          <Text mt={4} fz={13} c="var(--mantine-color-error)" role="alert">
            Choose at least one place
          </Text>
        )}
      </div>
      <TextInput label="Name" maxLength={100} {...form.getInputProps('name')} />
      <LiveCount count={count} />
    </MutationForm>
  )
}

type TemplateDialogProps = {
  template: Template | undefined
  onClose: () => void
  onSaved: (search: SavedSearch) => void
}

/** Creates a saved search from a template once a location is set; open while there is a template. */
export function TemplateDialog({ template, onClose, onSaved }: TemplateDialogProps) {
  const call = useSaveSearch((search) => {
    showSuccessToast(`${search.name} saved`)
    onClose()
    onSaved(search)
  })
  return (
    <MutationDialog
      call={call}
      opened={template !== undefined}
      onClose={onClose}
      title={template?.name ?? 'Starting point'}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => template && <TemplateForm template={template} call={call} onCancel={close} />}
    </MutationDialog>
  )
}
