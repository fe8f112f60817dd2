import { dncLists } from '@dooryard/contract/api/enums'
import { dncListKindLabels, type NewDncImport } from '@dooryard/contract/data/dnc'
import { NativeSelect } from '@mantine/core'
import { states } from '../../../criteria/places/states.ts'
import { FileImportPanel } from '../../../entities/import/file-import-panel.tsx'
import { ImportForm } from '../../../entities/import/import-form.tsx'
import { toCalendarDay } from '../../../lib/format/days.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { useUploadAllowance } from '../../../ui/upload/use-upload-allowance.ts'
import type { Draft } from '../../../ui/upload/use-uploads.ts'
import { useDnc } from '../integration.data.ts'
import type { IntegrationSearch } from '../integration-search.ts'
import { buildDncDraftSchema, emptyDraft, toImportQuery } from './import-draft.ts'

const listChoices = dncLists.terms.map(({ value, label }) => ({ value, label }))
const stateChoices = [{ value: '', label: 'Choose a state', disabled: true }, ...states]
const kindOptions = Object.entries(dncListKindLabels).map(([value, label]) => ({ value, label }))

function describeKind(kind: string, list: string): string {
  if (kind === 'CHANGE') return 'Adds and removes numbers in the current copy'
  if (list === 'INTERNAL') return 'Adds numbers to the current list'
  return list === 'NATIONAL' ? 'Replaces the current copy of the area codes in the file' : 'Replaces the whole list'
}

function DncForm({ onDraft }: { onDraft: (draft: Draft<NewDncImport>) => void }) {
  const { isPlatform } = useDnc()
  const today = toCalendarDay(getServerTime())
  const form = useSchemaForm(buildDncDraftSchema(today), emptyDraft)
  const { list, kind, file } = form.values
  return (
    <ImportForm
      form={form}
      allowance={useUploadAllowance(file)}
      accept=".txt,.csv,.gz,.zip"
      kinds="TXT, CSV, gz or zip"
      onFile={(draft, given) => {
        onDraft({ query: toImportQuery(draft), file: given })
        // Other values stay: the registry comes as one file per area code.
        form.setFieldValue('file', undefined)
      }}
    >
      <NativeSelect
        label="List"
        data={listChoices}
        description={dncLists.description(list)}
        {...form.getInputProps('list')}
      />
      <NativeSelect
        label="File type"
        data={kindOptions}
        description={describeKind(kind, list)}
        {...form.getInputProps('kind')}
      />
      {list === 'NATIONAL' && (
        <FormFields
          form={form}
          fields={[
            {
              name: 'san',
              label: 'Subscription account number (SAN)',
              description: isPlatform ? 'Of the platform' : 'Your own; sellers cannot share one',
              placeholder: '10000-0000001',
              maxLength: 20,
            },
          ]}
        />
      )}
      {list === 'STATE' && <NativeSelect label="State" data={stateChoices} {...form.getInputProps('state')} />}
      <FormFields form={form} fields={[{ name: 'accessedOn', kind: 'day', label: 'Accessed on', max: today }]} />
    </ImportForm>
  )
}

export function DncImportPanel(props: { state: IntegrationSearch; onState: OnTableStateChange }) {
  const { calls, changes } = useDnc()
  return (
    <FileImportPanel<NewDncImport> title="Import a list" calls={calls} changes={changes} {...props}>
      {(start) => <DncForm onDraft={start} />}
    </FileImportPanel>
  )
}
