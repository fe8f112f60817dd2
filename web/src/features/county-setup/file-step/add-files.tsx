import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { SetupDownload } from '@dooryard/contract/data/sources/setup-files'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadFile } from '../../../lib/api/file-transfer.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { toError } from '../../../lib/errors/to-error.ts'
import { formatBytes } from '../../../lib/format/format.ts'
import { Segments } from '../../../ui/display/segments.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { preventDoubleClick, useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import { FilesDrop } from '../../../ui/upload/files-drop.tsx'
import { getUploadError } from '../../../ui/upload/upload-allowance.ts'
import { UploadList } from '../../../ui/upload/upload-list.tsx'
import { uploadAllowanceQuery } from '../../../ui/upload/use-upload-allowance.ts'
import { useUploads } from '../../../ui/upload/use-uploads.ts'
import { useStoreSetup } from '../county-setup.data.ts'
import { FolderPicker } from './folder-picker.tsx'
import { createFileSender } from './send-file.ts'

/** Resolves with the id of the setup, which is created when its first file is added. */
type AddFilesProps = { ensureSetup: () => Promise<string> }

const kinds = 'CSV, Excel, JSON, GeoJSON, Shapefile, geodatabase, GeoPackage, FlatGeobuf, Parquet, also in zip or gz'

/** Uploads of files to the setup. One that replaces a refused file takes it away once it has arrived. */
export function useSetupUploads(ensureSetup: () => Promise<string>) {
  const store = useStoreSetup()
  const remove = useEndpointMutation(countySetups.removeFile, { onSuccess: store })
  const [send] = useState(createFileSender)
  const { data: allowance } = useQuery(uploadAllowanceQuery())
  return useUploads<{ replaces?: string }>(
    async ({ replaces }, file, options) => {
      await send(file, replaces, {
        refuse: (body) => getUploadError(body, allowance),
        upload: async (body) => {
          const params = { id: await ensureSetup() }
          store(await uploadFile(countySetups.upload, { params, query: { fileName: body.name }, body }, options))
        },
        remove: async (fileId) => remove.mutateAsync({ params: { id: await ensureSetup(), fileId } }),
      })
    },
    async () => {},
  )
}

export type SetupUploads = ReturnType<typeof useSetupUploads>

function UploadFiles({ uploads: { uploads, start, retry, replace, dismiss, isUploading } }: { uploads: SetupUploads }) {
  const { data: allowance } = useQuery(uploadAllowanceQuery())
  return (
    <>
      <FilesDrop
        kinds={kinds}
        limits={allowance && `Up to ${formatBytes(allowance.maxFileBytes)} per file.`}
        onFiles={(files) => {
          for (const file of files) start({ query: {}, file })
        }}
      />
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} onReplace={replace} />
      <LeaveGuard
        when={isUploading}
        title="Cancel the upload?"
        text="A file is still uploading. If you leave, the upload is discarded."
        leave="Cancel upload and leave"
        asksOnReload
        asksOnSearch
      />
    </>
  )
}

function DownloadFile({ ensureSetup }: AddFilesProps) {
  const store = useStoreSetup()
  const call = useEndpointMutation(countySetups.download, { onSuccess: store })
  const [failure, setFailure] = useState<Error>()
  const form = useSchemaForm(SetupDownload, { url: '' }, () => setFailure(undefined))
  const send = form.submit(async ({ url }) => {
    try {
      const id = await ensureSetup()
      await call.mutateAsync({ params: { id }, body: { url: url.trim() } })
      form.reset()
    } catch (error) {
      form.showRefusal(error)
      setFailure(form.unlessOnFields(toError(error)) ?? undefined)
    }
  })
  return (
    <form onSubmit={send} noValidate>
      <Stack gap={12}>
        <Group gap={8} align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label="Address of the file"
            placeholder="https://gis.example.gov/parcels.zip"
            inputMode="url"
            autoComplete="off"
            {...form.getInputProps('url')}
          />
          <Button
            type="submit"
            loading={call.isPending}
            onClick={preventDoubleClick}
            style={{ marginBottom: form.errors['url'] ? 24 : 0 }}
          >
            Fetch
          </Button>
        </Group>
        {failure && <FailureNotice error={failure} />}
      </Stack>
    </form>
  )
}

function ServerFiles({ ensureSetup }: AddFilesProps) {
  const store = useStoreSetup()
  const call = useEndpointMutation(countySetups.addServerFile, { onSuccess: store })
  const [failure, setFailure] = useState<Error>()
  const add = async (path: string) => {
    setFailure(undefined)
    try {
      await call.mutateAsync({ params: { id: await ensureSetup() }, body: { path } })
    } catch (error) {
      setFailure(toError(error))
    }
  }
  return (
    <Stack gap={12}>
      <FolderPicker isPending={call.isPending} onChoose={(path) => void add(path)} />
      {failure && <FailureNotice error={failure} />}
    </Stack>
  )
}

const origins = [
  { value: 'UPLOAD', label: 'Upload' },
  { value: 'URL', label: 'Web address' },
  { value: 'FOLDER', label: 'Server folder' },
] as const

/** Adds files to the setup: uploaded, fetched from an address, or taken from the import folder of the server. */
export function AddFiles({ ensureSetup, uploads }: AddFilesProps & { uploads: SetupUploads }) {
  const [origin, setOrigin] = useState<(typeof origins)[number]['value']>('UPLOAD')
  return (
    <Stack gap={16}>
      <fieldset className="plain">
        <legend className="visually-hidden">Add files from</legend>
        <Segments name="file-origin" segments={origins} value={origin} onChange={setOrigin} />
      </fieldset>
      {/* Uploads go on behind another choice. */}
      <div hidden={origin !== 'UPLOAD'}>
        <UploadFiles uploads={uploads} />
      </div>
      {origin === 'URL' && <DownloadFile ensureSetup={ensureSetup} />}
      {origin === 'FOLDER' && <ServerFiles ensureSetup={ensureSetup} />}
    </Stack>
  )
}
