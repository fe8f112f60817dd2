import { Button } from '@mantine/core'
import type { Upload } from './next-uploads.ts'
import { ProgressBar } from './progress-bar.tsx'
import classes from './upload.module.css'

type UploadListProps = { uploads: Upload[]; onRetry: (id: string) => void; onDismiss: (id: string) => void }

function wordsOf(state: Upload['state'], share: number): string {
  if (state === 'WAITING') return 'Waiting for the uploads before it'
  return share < 1 ? `${Math.floor(share * 100)}% uploaded` : 'Uploaded, being put in the queue'
}

/** The files on their way to the server. */
export function UploadList({ uploads, onRetry, onDismiss }: UploadListProps) {
  if (uploads.length === 0) return null
  return (
    <ul className={classes.uploads} aria-label="Uploads">
      {uploads.map(({ id, fileName, share, state, failure }) => (
        <li key={id}>
          <div className={classes.uploadWords}>
            <strong>{fileName}</strong>
            {failure ? (
              <span className={classes.failure} role="alert">
                {failure}
              </span>
            ) : (
              <ProgressBar share={share} label={`Upload of ${fileName}`} words={wordsOf(state, share)} />
            )}
          </div>
          <div className={classes.uploadActions}>
            {failure && (
              <Button size="compact-sm" variant="default" onClick={() => onRetry(id)}>
                Try Again
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${failure ? 'Dismiss' : 'Stop'} the upload of ${fileName}`}
              onClick={() => onDismiss(id)}
            >
              {failure ? 'Dismiss' : 'Stop'}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
