import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import type { Upload } from './select-next-uploads.ts'
import classes from './upload.module.css'

export const ProgressBar = ({ share, label, words }: { share: number; label: string; words: string }) => (
  <Stack gap={4} miw={140} c="dimmed" fz="xs" lh="16px" className="numbers">
    <div
      className={classes.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
    >
      <div style={{ width: `${share * 100}%` }} />
    </div>
    <span>{words}</span>
  </Stack>
)

type UploadListProps = {
  uploads: Upload[]
  onRetry: (id: string) => void
  onDismiss: (id: string) => void
  /** Takes another file in the place of a refused one. Without it, a refused file can only be sent again. */
  onReplace?: (id: string, file: File) => void
}

function formatState(state: Upload['state'], share: number): string {
  if (state === 'WAITING') return 'Waiting for earlier uploads'
  return share < 1 ? `${Math.floor(share * 100)}% uploaded` : 'Uploaded, adding it to the queue'
}

/** Chooses a file in the place of one that was refused. */
export const ReplaceButton = ({ fileName, onFile }: { fileName: string; onFile: (file: File) => void }) => (
  <FileButton onChange={(file) => file && onFile(file)}>
    {(button) => (
      <Button {...button} size="compact-sm" variant="default" aria-label={`Choose another file for ${fileName}`}>
        Choose another file
      </Button>
    )}
  </FileButton>
)

export function UploadList({ uploads, onRetry, onDismiss, onReplace }: UploadListProps) {
  if (uploads.length === 0) return null
  return (
    <Stack
      component="ul"
      gap={12}
      mt={20}
      mb={0}
      mx={0}
      p={0}
      pt={16}
      style={{ borderTop: '1px solid var(--line)', listStyle: 'none' }}
      aria-label="Uploads"
    >
      {uploads.map(({ id, fileName, share, state, failure, isRefused }) => (
        <Group component="li" key={id} justify="space-between" align="flex-start" wrap="nowrap" gap={12}>
          <Stack gap={4} flex={1} miw={0} fz="sm">
            <Text inherit component="strong" fw={550} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {fileName}
            </Text>
            {failure ? (
              <Text inherit c="var(--mantine-color-error)" maw="48ch" lh="18px" role="alert">
                {failure}
              </Text>
            ) : (
              <ProgressBar share={share} label={`Upload of ${fileName}`} words={formatState(state, share)} />
            )}
          </Stack>
          <Group justify="flex-end" gap={6}>
            {failure && isRefused && onReplace ? (
              <ReplaceButton fileName={fileName} onFile={(file) => onReplace(id, file)} />
            ) : (
              failure && (
                <Button size="compact-sm" variant="default" onClick={() => onRetry(id)}>
                  Try Again
                </Button>
              )
            )}
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${failure ? 'Dismiss' : 'Stop'} the upload of ${fileName}`}
              onClick={() => onDismiss(id)}
            >
              {failure ? 'Dismiss' : 'Stop'}
            </Button>
          </Group>
        </Group>
      ))}
    </Stack>
  )
}
