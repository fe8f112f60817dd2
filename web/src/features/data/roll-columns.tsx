import { type CellCounts, type Roll, rolls } from '@dooryard/contract/data/rolls'
import { Box, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { downloadFile } from '../../lib/api/file-transfer.ts'
import { emptyValue, formatDay, formatNumber } from '../../lib/format/format.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { StatusBadge } from '../../ui/display/badges.tsx'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { ShareBar } from '../../ui/display/share-bar.tsx'
import { defineColumns } from '../../ui/table/columns.ts'
import { formatCounties, toShares } from './roll-formats.ts'

/** Marks a roll whose import was interrupted, so that the store may hold only part of it. */
export const IncompleteBadge = () => (
  <Box pt={6}>
    <StatusBadge status="INCOMPLETE" label="Incomplete: import it again" />
  </Box>
)

export function RejectsButton({ roll: { id, name, source, hasRejects } }: { roll: Roll }) {
  const save = useMutation({
    mutationFn: () => downloadFile(rolls.rejects, { params: { id } }),
    onSuccess: (blob) => saveBlob(blob, `${source}-rejects.csv`),
  })
  if (!hasRejects) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden="true" />}
      aria-label={`Rejects of ${name}`}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Rejects
    </Button>
  )
}

/** The share of a roll's values that are unknown or implausible. */
function UnknownSharesBar({ cells }: { cells: CellCounts }) {
  const shares = toShares(cells)
  if (shares.all === 0) return emptyValue
  const parts = [
    { share: cells.unknown / shares.all, color: 'var(--accent)' },
    { share: cells.implausible / shares.all, color: 'var(--mantine-color-warn-filled)' },
  ]
  return (
    <ShareBar w={108} parts={parts}>
      {shares.unknown} unknown
    </ShareBar>
  )
}

const RollName = ({ roll: { id, name, counties, isComplete } }: { roll: Roll }) => (
  // Three lines fill the row completely.
  <Box py={isComplete ? 0 : { base: 0, sm: 8 }}>
    <TextWithDescription
      width={320}
      first={
        <Link to="/portal/data" search={(old) => ({ ...old, roll: Number(id) })} resetScroll={false} data-row-link>
          {name}
        </Link>
      }
      second={
        <>
          {formatCounties(counties, 1)}
          {!isComplete && <IncompleteBadge />}
        </>
      }
    />
  </Box>
)

export const rollColumns = defineColumns<Roll>([
  { id: 'name', header: 'Data source', card: 'title', cell: (roll) => <RollName roll={roll} /> },
  {
    id: 'recordedOn',
    header: 'As of',
    cell: ({ recordedOn, ingestedAt }) => (
      <TextWithDescription first={formatDay(recordedOn)} second={`Imported ${formatDay(ingestedAt)}`} />
    ),
  },
  { id: 'properties', header: 'Properties', align: 'right', cell: ({ properties }) => formatNumber(properties) },
  { id: 'rowsRead', header: 'Rows read', align: 'right', cell: ({ rowsRead }) => formatNumber(rowsRead) },
  { id: 'rowsMapped', header: 'Mapped', align: 'right', cell: ({ rowsMapped }) => formatNumber(rowsMapped) },
  { id: 'rowsRejected', header: 'Rejected', align: 'right', cell: ({ rowsRejected }) => formatNumber(rowsRejected) },
  { id: 'cells', header: 'Unknown', cell: ({ cells }) => <UnknownSharesBar cells={cells} /> },
  { id: 'action', header: 'Action', card: 'action', width: 120, cell: (roll) => <RejectsButton roll={roll} /> },
])
