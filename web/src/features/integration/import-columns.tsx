import type { FileImport } from '@dooryard/contract/file-imports'
import { Button } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { formatBytes, formatDayAndTime, formatNumber, plural } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { importLooks } from '../../ui/upload/import-looks.ts'
import { ProgressBar } from '../../ui/upload/upload-list.tsx'
import classes from './intake.module.css'

const column = columnsOf<FileImport>()

/** How an import goes, or how it went. */
function Outcome({ item }: { item: FileImport }) {
  const { status, share, rowsRead, rowsTaken, rowsRejected, message, fileName } = item
  if (status === 'RUNNING')
    return (
      <ProgressBar share={share} label={`Import of ${fileName}`} words={`${plural(rowsRead, 'line')} read so far`} />
    )
  if (status === 'QUEUED') return <span className={classes.words}>Starts when those before it are done</span>
  if (status === 'FAILED') return <span className={classes.failure}>{message ?? 'It failed.'}</span>
  return (
    <>
      <span className={classes.words}>
        {plural(rowsTaken, 'line')} taken, {formatNumber(rowsRejected)} rejected
      </span>
      {message && <span className={classes.words}>{message}</span>}
    </>
  )
}

/** The lines that were rejected, each with its reason, once they are asked for. */
function Rejected({ item: { rejected, rowsRejected, fileName } }: { item: FileImport }) {
  if (rejected.length === 0) return null
  return (
    <details className={classes.rejected}>
      <summary aria-label={`Rejected lines of ${fileName}`}>Rejected lines</summary>
      <ul>
        {rejected.map(({ line, reason }) => (
          <li key={line}>
            Line {formatNumber(line)}: {reason}
          </li>
        ))}
        {rowsRejected > rejected.length && <li>and {formatNumber(rowsRejected - rejected.length)} more</li>}
      </ul>
    </details>
  )
}

type UseRetry = () => UseMutationResult<FileImport, Error, string>

function Retry({ item, useRetry }: { item: FileImport; useRetry: UseRetry }) {
  const retry = useRetry()
  if (!item.canRetry) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Try Again: import of ${item.fileName}`}
      loading={retry.isPending}
      onClick={() => retry.mutate(item.id)}
    >
      Try Again
    </Button>
  )
}

/** The columns of the uploads and what became of them. */
export const importColumnsWith = (useRetry: UseRetry) =>
  column.columns([
    column.accessor('fileName', {
      header: 'File',
      meta: { card: 'title' },
      cell: ({ row: { original } }) => (
        <TwoLines
          width={200}
          first={<strong>{original.fileName}</strong>}
          second={`${original.name}, ${formatBytes(original.fileBytes)}`}
        />
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'corner' },
      cell: ({ getValue }) => <StatusBadge {...importLooks[getValue()]} />,
    }),
    column.display({
      id: 'outcome',
      header: 'Outcome',
      cell: ({ row: { original } }) => (
        <div className={classes.outcome}>
          <Outcome item={original} />
          <Rejected item={original} />
          <Retry item={original} useRetry={useRetry} />
        </div>
      ),
    }),
    column.accessor('createdAt', {
      header: 'Uploaded',
      cell: ({ row: { original } }) => (
        <TwoLines width={170} first={formatDayAndTime(original.createdAt)} second={original.uploadedBy} />
      ),
    }),
  ])
