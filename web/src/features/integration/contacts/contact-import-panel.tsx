import { contacts, type NewContactImport } from '@dooryard/contract/data/contacts'
import { Stack, Text } from '@mantine/core'
import { z } from 'zod'
import { FileImportPanel } from '../../../entities/import/file-import-panel.tsx'
import { ImportForm } from '../../../entities/import/import-form.tsx'
import { toCalendarDay } from '../../../lib/format/days.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { useUploadAllowance } from '../../../ui/upload/use-upload-allowance.ts'
import type { Draft } from '../../../ui/upload/use-uploads.ts'
import classes from '../code-block.module.css'
import { contactDependents } from '../integration.data.ts'
import type { IntegrationSearch } from '../integration-search.ts'

const buildDraftSchema = (today: string) =>
  z.object({
    name: z.string().trim().min(1, 'The name is required').max(100, 'The name is too long'),
    asOf: z.iso
      .date('Enter the day on which the contacts were gathered')
      .refine((day) => day <= today, 'Enter a day that is not in the future'),
    file: z.custom<File | undefined>((file) => file !== undefined, 'Choose a file'),
  })

/** The headers a contact file may have: those that `server/modules/contacts/imports/columns-rules.ts` recognizes. */
const columnsDescription = (
  <Stack gap={8} c="dimmed" fz="sm" lh="20px" className={classes.names}>
    <Text inherit>
      A line of the file names its columns. The owner is identified by <code>owner name</code> with{' '}
      <code>mailing address</code> and <code>mailing zip</code> or <code>mailing city</code>, by{' '}
      <code>county_fips</code> with <code>apn</code>, or by <code>owner_key</code>.
    </Text>
    <Text inherit>
      It is followed by <code>phone1</code>, <code>phone2</code>…, each with <code>phone1 type</code> where it is known,
      and <code>email1</code>, <code>email2</code>…
    </Text>
  </Stack>
)

function ContactForm({ onDraft }: { onDraft: (draft: Draft<NewContactImport>) => void }) {
  const today = toCalendarDay(getServerTime())
  const form = useSchemaForm(buildDraftSchema(today), { name: '', asOf: '', file: undefined as File | undefined })
  return (
    <ImportForm
      form={form}
      allowance={useUploadAllowance(form.values.file)}
      accept=".csv,.tsv,.txt,.gz,.zip"
      kinds="CSV, TSV, gz or zip"
      onFile={({ name, asOf }, file) => {
        onDraft({ query: { name: name.trim(), asOf, fileName: file.name }, file })
        form.reset()
      }}
      hint={columnsDescription}
    >
      <FormFields
        form={form}
        fields={[
          {
            name: 'name',
            label: 'Name',
            description: 'Replaces the file of the same name',
            placeholder: 'Davidson owners, skip traced',
            maxLength: 100,
          },
          { name: 'asOf', kind: 'day', label: 'As of', max: today },
        ]}
      />
    </ImportForm>
  )
}

export const ContactImportPanel = (props: { state: IntegrationSearch; onState: OnTableStateChange }) => (
  <FileImportPanel<NewContactImport> title="Import contacts" calls={contacts} changes={contactDependents} {...props}>
    {(start) => <ContactForm onDraft={start} />}
  </FileImportPanel>
)
