import {
  maxSuppressionEntries,
  maxSuppressionFileBytes,
  NewSuppressionList,
  type SuppressionList,
} from '@dooryard/contract/data/suppression-lists'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { z } from 'zod'
import { formatBytes, formatNumber } from '../../lib/format/format.ts'
import { DialogActions, MutationDialog } from '../../ui/form/mutation-dialog.tsx'
import { MutationForm } from '../../ui/form/mutation-form.tsx'
import { type DiscardQuestion, useSchemaForm, useSingleFlight, useUnsavedCheck } from '../../ui/form/use-schema-form.ts'
import { FileDrop } from '../../ui/upload/file-drop.tsx'
import { ProgressBar } from '../../ui/upload/upload-list.tsx'
import { useUploadAllowance } from '../../ui/upload/use-upload-allowance.ts'
import { FileRequirements } from './file-requirements.tsx'
import { suggestListName } from './list-labels.ts'
import { useListUpload } from './suppression-lists.data.ts'
import { UploadResult } from './upload-result.tsx'

type Values = { name: string; file: File | undefined }

const file = z.custom<File | undefined>((given) => given !== undefined, 'Choose a file')
const NewListForm = z.object({ name: NewSuppressionList.shape.name, file })
const AddedFileForm = z.object({ name: z.string(), file })

const stopQuestion: DiscardQuestion = {
  text: 'The file is still uploading. Closing this stops the upload.',
  stay: 'Keep uploading',
  discard: 'Stop the upload',
}

const limits = `Up to ${formatBytes(maxSuppressionFileBytes)} per file and ${formatNumber(maxSuppressionEntries)} entries per list.`

const getSizeError = (chosen: File | undefined) =>
  chosen && chosen.size > maxSuppressionFileBytes
    ? `This file is ${formatBytes(chosen.size)}. The maximum is ${formatBytes(maxSuppressionFileBytes)}.`
    : undefined

type UploadFormProps = {
  /** The list that gets the rows; without it they make a new one. */
  list: SuppressionList | undefined
  upload: ReturnType<typeof useListUpload>
  onCancel: () => void
  onUploaded: (list: SuppressionList) => void
}

function useUploadForm({ list, upload, onUploaded }: UploadFormProps) {
  const singleFlight = useSingleFlight()
  const form = useSchemaForm<Values>(
    list ? AddedFileForm : NewListForm,
    { name: '', file: undefined },
    () => upload.isError && upload.reset(),
  )
  useUnsavedCheck(() => (upload.isPending ? stopQuestion : form.isDirty()))
  const allowance = useUploadAllowance(form.values.file)
  const send = async ({ name, file: chosen }: Values) => {
    if (!chosen || getSizeError(chosen) || !(await allowance.mayUpload(chosen))) return
    onUploaded(await upload.mutateAsync({ target: list ? { list } : { name: name.trim() }, file: chosen }))
  }
  const submit = form.submit((values) =>
    singleFlight((release) => void send(values).catch(form.showRefusal).finally(release)),
  )
  const chooseFile = (chosen: File) => {
    const { name, file: before } = form.values
    const isSuggested = name === '' || (before !== undefined && name === suggestListName(before.name))
    form.setValues({ file: chosen, ...(isSuggested && { name: suggestListName(chosen.name) }) })
  }
  return { form, submit, chooseFile, refusal: getSizeError(form.values.file) ?? allowance.refusal }
}

function UploadProgress({ fileName, share, onStop }: { fileName: string; share: number; onStop: () => void }) {
  const words = share < 1 ? `${Math.floor(share * 100)}% uploaded` : 'Uploaded. Reading and matching its rows'
  return (
    <Stack gap={16}>
      <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
        {fileName}
      </Text>
      <ProgressBar share={share} label={`Upload of ${fileName}`} words={words} />
      <DialogActions>
        <Button data-autofocus variant="default" onClick={onStop}>
          Stop
        </Button>
      </DialogActions>
    </Stack>
  )
}

function UploadForm(props: UploadFormProps) {
  const { list, upload, onCancel } = props
  const { form, submit, chooseFile, refusal } = useUploadForm(props)
  const chosen = form.values.file
  if (upload.isPending && chosen)
    return <UploadProgress fileName={chosen.name} share={upload.share} onStop={upload.stop} />
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // The dialog may be opened within the form of an order, which must not be submitted with it.
    event.stopPropagation()
    submit(event)
  }
  return (
    <MutationForm call={upload} form={form} send="Upload" onSubmit={onSubmit} onCancel={onCancel}>
      <FileDrop
        file={chosen}
        error={form.errors['file'] ?? refusal}
        limits={limits}
        accept=".csv,.xlsx"
        kinds="CSV or XLSX"
        onFile={chooseFile}
        data-path="file"
      />
      {!list && <TextInput label="Name" placeholder="Our customers" maxLength={100} {...form.getInputProps('name')} />}
      <FileRequirements />
    </MutationForm>
  )
}

type UploadListDialogProps = {
  opened: boolean
  onClose: () => void
  /** The list to add a file to; without it a new list is made. */
  list?: SuppressionList | undefined
  onUploaded?: (list: SuppressionList) => void
}

/** Uploads a file to a new suppression list or to one there is, and shows what became of its rows. */
export function UploadListDialog({ opened, onClose, list, onUploaded }: UploadListDialogProps) {
  const upload = useListUpload()
  const title = list ? `Add a file to “${list.name}”` : 'Upload a suppression list'
  return (
    <MutationDialog
      // It may be closed during an upload, which stops it.
      call={{ isPending: false, reset: upload.stop }}
      opened={opened}
      onClose={onClose}
      title={upload.data ? 'File imported' : title}
      closeLabel={upload.data ? 'Close' : 'Cancel'}
      closeOnClickOutside={false}
      size={520}
    >
      {(close) =>
        opened &&
        (upload.data ? (
          <UploadResult list={upload.data} before={list} onClose={close} />
        ) : (
          <UploadForm list={list} upload={upload} onCancel={close} onUploaded={(read) => onUploaded?.(read)} />
        ))
      }
    </MutationDialog>
  )
}
