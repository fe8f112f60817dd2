import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import type { contacts } from '@dooryard/contract/data/contacts'
import type { adminDnc, dnc } from '@dooryard/contract/data/dnc'
import type { FileImport } from '@dooryard/contract/data/file-imports'
import type { gazetteers } from '@dooryard/contract/data/gazetteers'
import type { mapParts } from '@dooryard/contract/data/map-parts'
import type { RollImport } from '@dooryard/contract/data/roll-imports'
import type { rolls } from '@dooryard/contract/data/rolls'
import { Box, Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { formatBytes, pluralize } from '../../lib/format/format.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { defineColumns } from '../../ui/table/columns.ts'
import { ProgressBar } from '../../ui/upload/upload-list.tsx'
import { importStatuses } from './import-status.ts'

/** An import of a county dataset, a do-not-call list or contacts. */
export type AnyImport = FileImport | RollImport

/** The endpoints for the imports of one of these. */
type ImportEndpoints =
  | typeof rolls
  | typeof contacts
  | typeof dnc
  | typeof adminDnc
  | typeof gazetteers
  | typeof mapParts

export type ImportOptions<Row> = {
  calls: ImportEndpoints
  /** The endpoints whose data an import changes. */
  changes: AnyEndpoint[]
  /** The unit of a file's records. */
  unit: 'line' | 'row'
  /** The outcome of a file that was read completely. */
  describe: (row: Row) => ReactNode
}

/** A sentence in the outcome column, at a readable width. */
export const OutcomeText = ({ color = 'dimmed', children }: { color?: string; children: ReactNode }) => (
  <Text inherit c={color} lh="18px" maw="48ch" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

function Outcome<Row extends AnyImport>({ row, unit, describe }: ImportOptions<Row> & { row: Row }): ReactNode {
  const { status, message, share, rowsRead, fileName } = row
  if (status === 'FAILED')
    return <OutcomeText color="var(--mantine-color-error)">{message ?? 'Import failed.'}</OutcomeText>
  if (status === 'QUEUED') return <OutcomeText>{message ?? 'Waiting for earlier imports'}</OutcomeText>
  if (status !== 'RUNNING') return describe(row)
  return (
    <Box w="100%" maw={260}>
      <ProgressBar share={share} label={`Import of ${fileName}`} words={`${pluralize(rowsRead, unit)} read so far`} />
    </Box>
  )
}

type RetryButtonProps = { row: AnyImport; retry: ImportEndpoints['retry']; refreshes: AnyEndpoint[] }

function RetryButton({ row: { id, fileName }, retry, refreshes }: RetryButtonProps) {
  const { mutate, isPending } = useEndpointMutation(retry, { refreshes, awaitsRefresh: true })
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Try Again: import of ${fileName}`}
      loading={isPending}
      onClick={() => mutate({ params: { id } })}
    >
      Try Again
    </Button>
  )
}

/** How an import ended, or how far it is, with the way to repeat one that failed. */
export const ImportOutcome = <Row extends AnyImport>(props: ImportOptions<Row> & { row: Row }) => (
  <Stack align="flex-start" gap={8} miw={{ base: 0, sm: 200 }} py={{ base: 0, sm: 8 }}>
    <Outcome {...props} />
    {props.row.canRetry && <RetryButton row={props.row} retry={props.calls.retry} refreshes={props.changes} />}
  </Stack>
)

export const importColumns = <Row extends AnyImport>(options: ImportOptions<Row>) =>
  defineColumns<Row>([
    {
      id: 'fileName',
      header: 'File',
      card: 'title',
      cell: ({ fileName, name, fileBytes }) => (
        <TextWithDescription
          width={200}
          first={<strong>{fileName}</strong>}
          second={`${name}, ${formatBytes(fileBytes)}`}
        />
      ),
    },
    {
      id: 'status',
      header: 'Status',
      card: 'corner',
      cell: ({ status }) => <StatusBadge {...importStatuses[status]} />,
    },
    {
      id: 'outcome',
      header: 'Outcome',
      cell: (row) => <ImportOutcome row={row} {...options} />,
    },
    {
      id: 'createdAt',
      header: 'Uploaded',
      cell: ({ createdAt, uploadedBy }) => (
        <TextWithDescription width={170} first={<Instant at={createdAt} />} second={uploadedBy} />
      ),
    },
  ])
