import type { Criteria } from '@dooryard/contract/criteria'
import { NewSavedSearch, type SavedSearch } from '@dooryard/contract/saved-searches'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCount } from '../../../criteria/count/count.data.ts'
import { LiveCount } from '../../../criteria/count/live-count.tsx'
import { PlacePicker } from '../../../criteria/places/place-picker.tsx'
import { CallDialog } from '../../../ui/form/call-dialog.tsx'
import { CallForm } from '../../../ui/form/call-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import { useSaveSearch } from './flow.data.ts'
import type { Template } from './templates.ts'

type Save = ReturnType<typeof useSaveSearch>
const NameOnly = NewSavedSearch.pick({ name: true })
const saysWhere = ({ location }: Criteria) => location !== undefined && Object.keys(location).length > 0

function TemplateForm({ template, call, onCancel }: { template: Template; call: Save; onCancel: () => void }) {
  const [criteria, setCriteria] = useState(template.criteria)
  const [isMissing, setMissing] = useState(false)
  const singly = useSingleFlight()
  const count = useCount(criteria)
  const form = useSchemaForm(NameOnly, { name: template.name }, () => call.isError && call.reset())
  const send = form.submit(({ name }) => {
    if (!saysWhere(criteria)) return setMissing(true)
    // Said in the form.
    singly((land) => void call.mutateAsync({ name, criteria }).catch(form.showRefusal).finally(land))
  })
  return (
    <CallForm call={call} form={form} lead={template.why} send="Save and use" onSubmit={send} onCancel={onCancel}>
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
    </CallForm>
  )
}

type TemplateDialogProps = {
  template: Template | undefined
  onClose: () => void
  onSaved: (search: SavedSearch) => void
}

/** Makes a saved search of a starting point, once it is said where; open while there is one. */
export function TemplateDialog({ template, onClose, onSaved }: TemplateDialogProps) {
  const call = useSaveSearch((search) => {
    toastDone(`${search.name} is saved`)
    onClose()
    onSaved(search)
  })
  return (
    <CallDialog
      call={call}
      opened={template !== undefined}
      onClose={onClose}
      title={template?.name ?? 'Starting point'}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => template && <TemplateForm template={template} call={call} onCancel={close} />}
    </CallDialog>
  )
}
