import type { RollImport } from '@dooryard/contract/roll-imports'
import { Button } from '@mantine/core'
import { formatBytes, formatDayAndTime, formatNumber, plural } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { importLooks } from '../../ui/upload/import-looks.ts'
import { ProgressBar } from '../../ui/upload/upload-list.tsx'
import { useRetryImport } from './data.data.ts'
import classes from './data.module.css'

const column = columnsOf<RollImport>()

/** How an import goes, or how it went. */
function Outcome({ item }: { item: RollImport }) {
  const { status, share, rowsRead, rowsMapped, rowsRejected, message, fileName } = item
  if (status === 'RUNNING')
    return (
      <ProgressBar share={share} label={`Import of ${fileName}`} words={`${plural(rowsRead, 'row')} read so far`} />
    )
  if (message) return <span className={status === 'FAILED' ? classes.failure : classes.words}>{message}</span>
  if (status === 'QUEUED') return <span className={classes.words}>Starts when those before it are done</span>
  if (status === 'UNCHANGED') return <span className={classes.words}>This very file is loaded: nothing changed</span>
  return (
    <span className={classes.words}>
      {plural(rowsMapped ?? 0, 'row')} mapped, {formatNumber(rowsRejected ?? 0)} rejected
    </span>
  )
}

function Retry({ item }: { item: RollImport }) {
  const retry = useRetryImport()
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
export const importColumns = column.columns([
  column.accessor('fileName', {
    header: 'File',
    meta: { card: 'title' },
    cell: ({ row: { original } }) => (
      <TwoLines
        width={220}
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
        <Retry item={original} />
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
