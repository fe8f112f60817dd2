import type { NewDncImport } from '@dooryard/contract/dnc'
import { dncLists } from '@dooryard/contract/vocabularies'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { states } from '../../criteria/places/states.ts'
import { serverNow } from '../../lib/clock.ts'
import { dayOf } from '../../lib/days.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { DayField } from '../../ui/form/inputs.tsx'
import { firstClickOnly, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import type { OnState } from '../../ui/table/columns.ts'
import { FileDrop } from '../../ui/upload/file-drop.tsx'
import { UploadList } from '../../ui/upload/upload-list.tsx'
import { useUploadAllowance } from '../../ui/upload/use-upload-allowance.ts'
import { type Draft, useUploads } from '../../ui/upload/use-uploads.ts'
import { importColumnsWith } from './import-columns.tsx'
import { draftSchema, emptyDraft, queryOfDraft } from './import-draft.ts'
import { ImportsTable } from './imports-table.tsx'
import classes from './intake.module.css'
import { useDncImports, useIsPlatform, useRefreshDnc, useRetryDncImport, useUploadList } from './integration.data.ts'
import screen from './integration.module.css'
import type { IntegrationSearch } from './integration-search.ts'

const listChoices = dncLists.terms.map(({ value, label }) => ({ value, label }))
const stateChoices = [{ value: '', label: 'Choose a state', disabled: true }, ...states]
const kinds = [
  { value: 'FULL', label: 'Full list' },
  { value: 'CHANGE', label: 'Change list' },
]

const meaningOf = (list: string) => dncLists.terms.find(({ value }) => value === list)?.description

const kindWords = (kind: string, list: string) => {
  if (kind === 'CHANGE') return 'Adds numbers to the copy there is, and takes from it those that were deleted'
  if (list === 'INTERNAL') return 'Adds numbers to the list there is: nobody is taken off it'
  return list === 'NATIONAL'
    ? 'Takes the place of the copy there is, for the area codes that the file names'
    : 'Takes the place of the whole list there is'
}

function DncForm({ onDraft }: { onDraft: (draft: Draft<NewDncImport>) => void }) {
  const isPlatform = useIsPlatform()
  const today = dayOf(serverNow())
  const form = useSchemaForm(draftSchema(today), emptyDraft)
  const { list, kind, accessedOn, file } = form.values
  const { limits, refusal, mayUpload } = useUploadAllowance(file)
  const submit = form.submit(async (draft) => {
    if (!draft.file || !(await mayUpload(draft.file))) return
    onDraft({ query: queryOfDraft(draft), file: draft.file })
    // What is filled in stays: the registry comes in a file for each area code.
    form.setFieldValue('file', undefined)
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <NativeSelect label="List" data={listChoices} description={meaningOf(list)} {...form.getInputProps('list')} />
      <NativeSelect
        label="What the file is"
        data={kinds}
        description={kindWords(kind, list)}
        {...form.getInputProps('kind')}
      />
      {list === 'NATIONAL' && (
        <TextInput
          label="Subscription account number (SAN)"
          description={isPlatform ? "The platform's" : 'Your own: sellers may not share one'}
          placeholder="10000-0000001"
          maxLength={20}
          {...form.getInputProps('san')}
        />
      )}
      {list === 'STATE' && <NativeSelect label="State" data={stateChoices} {...form.getInputProps('state')} />}
      <DayField
        label="Accessed on"
        value={accessedOn}
        max={today}
        error={form.errors['accessedOn']}
        data-path="accessedOn"
        onDay={(day) => form.setFieldValue('accessedOn', day ?? '')}
      />
      <FileDrop
        file={file}
        error={form.errors['file'] ?? refusal}
        limits={limits}
        accept=".txt,.csv,.gz,.zip"
        kinds="TXT, CSV, gz or zip"
        onFile={(given) => {
          form.setFieldValue('file', given)
          void mayUpload(given)
        }}
        data-path="file"
      />
      <Button type="submit" onClick={firstClickOnly}>
        Upload and import
      </Button>
    </form>
  )
}

const columns = importColumnsWith(useRetryDncImport)

type DncIntakeProps = { state: IntegrationSearch; onState: OnState }

/** Where a list is handed in, and what became of those that were. */
export function DncIntake({ state, onState }: DncIntakeProps) {
  const { uploads, start, retry, dismiss } = useUploads(useUploadList(), useRefreshDnc())
  const result = useDncImports({ page: state.importPage, limit: state.importLimit })
  return (
    <div className={screen.intake}>
      <Panel title="Import a list">
        <DncForm onDraft={start} />
        <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      </Panel>
      <ImportsTable result={result} columns={columns} state={state} onState={onState} />
    </div>
  )
}
