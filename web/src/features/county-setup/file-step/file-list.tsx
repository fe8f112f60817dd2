import { diskFullMessage } from '@dooryard/contract/api/errors'
import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { SetupFile } from '@dooryard/contract/data/sources/setup-files'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { File, Trash2 } from 'lucide-react'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatBytes } from '../../../lib/format/format.ts'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { ProgressBar, ReplaceButton } from '../../../ui/upload/upload-list.tsx'
import { useStoreSetup } from '../county-setup.data.ts'

const stateLabels: Partial<Record<SetupFile['status'], string>> = {
  RECEIVING: 'Fetching the file',
  QUEUED: 'Waiting to be read',
  READING: 'Reading the tables',
}

function FileState({ file: { fileName, status, share, message, fileBytes, location } }: { file: SetupFile }) {
  const state = stateLabels[status]
  if (status === 'FAILED') {
    return (
      <Text fz="sm" lh="18px" c="var(--mantine-color-error)" role="alert">
        {message ?? 'The file could not be read.'}
      </Text>
    )
  }
  if (state) return <ProgressBar share={share} label={`${state}: ${fileName}`} words={state} />
  return (
    <Text fz="xs" lh="16px" c="dimmed" truncate>
      {[fileBytes !== null && formatBytes(fileBytes), location].filter((part) => !!part).join(', ')}
    </Text>
  )
}

type FileListProps = {
  setupId: string
  files: readonly SetupFile[]
  /** Uploads another file in the place of a refused one. */
  onReplace: (fileId: string, file: File) => void
}

/** The files of the setup, with what is being done with each, or why it was refused. */
export function FileList({ setupId, files, onReplace }: FileListProps) {
  const store = useStoreSetup()
  const remove = useEndpointMutation(countySetups.removeFile, { onSuccess: store })
  if (files.length === 0) return null
  return (
    <Stack gap={12} mt={20} pt={16} style={{ borderTop: '1px solid var(--line)' }}>
      <PlainList gap={12} aria-label="Files">
        {files.map((file) => (
          <Group component="li" key={file.id} wrap="nowrap" align="flex-start" gap={12}>
            <File size={18} aria-hidden="true" style={{ flex: 'none', marginTop: 1 }} />
            <Stack gap={2} flex={1} miw={0} fz="sm">
              <Text inherit fw={550} truncate>
                {file.fileName}
              </Text>
              <FileState file={file} />
            </Stack>
            {file.status === 'FAILED' && file.message !== diskFullMessage && (
              <ReplaceButton fileName={file.fileName} onFile={(chosen) => onReplace(file.id, chosen)} />
            )}
            <ActionIcon
              aria-label={`Remove ${file.fileName}`}
              loading={remove.isPending && remove.variables.params.fileId === file.id}
              onClick={() => remove.mutate({ params: { id: setupId, fileId: file.id } })}
            >
              <Trash2 size={16} aria-hidden="true" />
            </ActionIcon>
          </Group>
        ))}
      </PlainList>
      {remove.error && <FailureNotice error={remove.error} />}
    </Stack>
  )
}
