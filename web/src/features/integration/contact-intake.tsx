import { Button, TextInput } from '@mantine/core'
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
import { ContactColumns } from './contact-columns.tsx'
import { importColumnsWith } from './import-columns.tsx'
import { contactDraftSchema } from './import-draft.ts'
import { ImportsTable } from './imports-table.tsx'
import classes from './intake.module.css'
import { uploadContacts, useContactImports, useRefreshContacts, useRetryContactImport } from './integration.data.ts'
import screen from './integration.module.css'
import type { IntegrationSearch } from './integration-search.ts'

type ContactDraft = { name: string; asOf: string; file: File | undefined }
type Call = Parameters<typeof uploadContacts>[0]

const empty: ContactDraft = { name: '', asOf: '', file: undefined }

function ContactForm({ onDraft }: { onDraft: (draft: Draft<Call>) => void }) {
  const today = dayOf(serverNow())
  const form = useSchemaForm(contactDraftSchema(today), empty)
  const { limits, refusal, mayUpload } = useUploadAllowance(form.values.file)
  const submit = form.submit(async ({ name, asOf, file }) => {
    if (!file || !(await mayUpload(file))) return
    onDraft({ query: { name: name.trim(), asOf, fileName: file.name }, file })
    form.reset()
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        description="Another file of the same name takes its place"
        placeholder="Davidson owners, skip traced"
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <DayField
        label="As of"
        value={form.values.asOf}
        max={today}
        error={form.errors['asOf']}
        data-path="asOf"
        onDay={(day) => form.setFieldValue('asOf', day ?? '')}
      />
      <FileDrop
        file={form.values.file}
        error={form.errors['file'] ?? refusal}
        limits={limits}
        accept=".csv,.tsv,.txt,.gz,.zip"
        kinds="CSV, TSV, gz or zip"
        onFile={(given) => {
          form.setFieldValue('file', given)
          void mayUpload(given)
        }}
        data-path="file"
      />
      <ContactColumns />
      <Button type="submit" onClick={firstClickOnly}>
        Upload and import
      </Button>
    </form>
  )
}

const columns = importColumnsWith(useRetryContactImport)

type ContactIntakeProps = { state: IntegrationSearch; onState: OnState }

/** Where contacts are handed in, and what became of those that were. */
export function ContactIntake({ state, onState }: ContactIntakeProps) {
  const { uploads, start, retry, dismiss } = useUploads(uploadContacts, useRefreshContacts())
  const result = useContactImports({ page: state.importPage, limit: state.importLimit })
  return (
    <div className={screen.intake}>
      <Panel title="Import contacts">
        <ContactForm onDraft={start} />
        <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      </Panel>
      <ImportsTable result={result} columns={columns} state={state} onState={onState} />
    </div>
  )
}
