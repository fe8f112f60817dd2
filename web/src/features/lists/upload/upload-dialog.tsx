import { maxAddressFileBytes, maxAddressRows, type PropertyList } from '@dooryard/contract/data/property-lists'
import { Box, Button, Stack, Text, Textarea } from '@mantine/core'
import { ClipboardPaste, FileUp } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { formatBytes, formatNumber } from '../../../lib/format/format.ts'
import { Segments } from '../../../ui/display/segments.tsx'
import { DialogActions, MutationDialog } from '../../../ui/form/mutation-dialog.tsx'
import { MutationForm } from '../../../ui/form/mutation-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { FileDrop } from '../../../ui/upload/file-drop.tsx'
import { ProgressBar } from '../../../ui/upload/upload-list.tsx'
import { useUploadAllowance } from '../../../ui/upload/use-upload-allowance.ts'
import { type AddressFile, toAddressFile } from './address-text.ts'
import { MatchReport } from './match-report.tsx'
import { useAddressMatch } from './upload.data.ts'

type Values = { kind: 'file' | 'text'; file: File | undefined; text: string }

const FileForm = z.object({ file: z.custom<File | undefined>((given) => given !== undefined, 'Choose a file') })
const TextForm = z.object({ text: z.string().trim().min(1, 'Paste at least one address') })
const UploadForm = z
  .object({ kind: z.enum(['file', 'text']), file: z.unknown(), text: z.string() })
  .superRefine((values, check) => {
    const { error } = (values.kind === 'file' ? FileForm : TextForm).safeParse(values)
    for (const { path, message } of error?.issues ?? []) check.addIssue({ code: 'custom', path, message })
  })

const kinds = [
  { value: 'file', label: 'Upload a file', icon: FileUp },
  { value: 'text', label: 'Paste addresses', icon: ClipboardPaste },
] as const

const limits = `Up to ${formatBytes(maxAddressFileBytes)} and ${formatNumber(maxAddressRows)} rows.`

const getSizeError = (file: File | undefined) =>
  file && file.size > maxAddressFileBytes
    ? `This file is ${formatBytes(file.size)}. The maximum is ${formatBytes(maxAddressFileBytes)}.`
    : undefined

type MatchFormProps = {
  match: ReturnType<typeof useAddressMatch>
  onCancel: () => void
  onMatched: (given: AddressFile) => void
}

function MatchForm({ match, onCancel, onMatched }: MatchFormProps) {
  const singleFlight = useSingleFlight()
  const form = useSchemaForm<Values>(
    UploadForm,
    { kind: 'file', file: undefined, text: '' },
    () => match.isError && match.reset(),
  )
  const { kind, file, text } = form.values
  const allowance = useUploadAllowance(file)
  const refusal = getSizeError(file) ?? allowance.refusal
  const send = async () => {
    const given = kind === 'file' ? file && { file, addedLines: 0 } : toAddressFile(text)
    if (!given || getSizeError(given.file) || !(await allowance.mayUpload(given.file))) return
    await match.mutateAsync(given)
    onMatched(given)
  }
  const submit = form.submit(() => singleFlight((release) => void send().catch(form.showRefusal).finally(release)))
  if (match.isPending)
    return (
      <Stack gap={16}>
        <ProgressBar
          share={match.share}
          label="Upload of the addresses"
          words={match.share < 1 ? `${Math.floor(match.share * 100)}% uploaded` : 'Uploaded. Finding the properties'}
        />
        <DialogActions>
          <Button data-autofocus variant="default" onClick={match.reset}>
            Stop
          </Button>
        </DialogActions>
      </Stack>
    )
  return (
    <MutationForm call={match} form={form} send="Find properties" onSubmit={submit} onCancel={onCancel}>
      <Box component="fieldset" m={0} p={0} bd={0} miw={0}>
        <legend className="visually-hidden">Where the addresses come from</legend>
        <Segments name="source" segments={kinds} value={kind} onChange={(next) => form.setFieldValue('kind', next)} />
      </Box>
      {kind === 'file' ? (
        <FileDrop
          file={file}
          error={form.errors['file'] ?? refusal}
          limits={limits}
          accept=".csv,.xlsx"
          kinds="CSV or XLSX"
          onFile={(chosen) => form.setFieldValue('file', chosen)}
          data-path="file"
        />
      ) : (
        <Textarea
          label="Addresses"
          description="One per line with its ZIP, or a table with a header, as copied from a spreadsheet."
          placeholder={'1208 Example Orchard Ln, Nashville, TN 37209\n77 Sample Ct, Nashville, TN 37205'}
          autosize
          minRows={6}
          maxRows={12}
          data-autofocus
          {...form.getInputProps('text')}
        />
      )}
      <Text fz="sm" c="dimmed">
        {kind === 'file' && 'The file needs a header row with Address and ZIP Code, or Property ID. '}
        Addresses are found in any common spelling. You then see which rows were not found, before anything is added.
      </Text>
    </MutationForm>
  )
}

type UploadDialogProps = {
  opened: boolean
  onClose: () => void
  /** The list to add to; without it a new one is made. */
  list: PropertyList | undefined
}

/** Finds the properties of addresses, shows which were not found, and adds the rest to a list. */
export function UploadDialog({ opened, onClose, list }: UploadDialogProps) {
  const match = useAddressMatch()
  const [given, setGiven] = useState<AddressFile>()
  const title = list ? `Add addresses to “${list.name}”` : 'New list from addresses'
  return (
    <MutationDialog
      // It may be closed during an upload, which stops it.
      call={{ isPending: false, reset: match.reset }}
      opened={opened}
      onClose={onClose}
      title={title}
      closeLabel="Cancel"
      closeOnClickOutside={false}
      size={640}
    >
      {(close) =>
        opened &&
        (match.data && given ? (
          <MatchReport matches={match.data} given={given} list={list} onBack={match.reset} onDone={close} />
        ) : (
          <MatchForm match={match} onCancel={close} onMatched={setGiven} />
        ))
      }
    </MutationDialog>
  )
}
