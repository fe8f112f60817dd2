import type { AddressMatches, Candidate } from '@dooryard/contract/data/property-lists'
import { Box, Group, NativeSelect, Paper, Text } from '@mantine/core'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import type { Picks } from './match-rules.ts'

type Row = AddressMatches['unmatched'][number]

/** Nobody picks from more; the download has all of them. */
const maxShown = 100

const formatCandidate = (candidate: Candidate) => `${formatStreetLine(candidate)}, ${formatCityLine(candidate)}`

type RowProps = { row: Row; picked: string; onPick: (propertyId: string) => void }

const UnmatchedRow = ({ row: { line, text, reason, candidates }, picked, onPick }: RowProps) => (
  <Group component="li" gap={12} wrap="nowrap" align="flex-start" fz="sm" lh="20px">
    <Text inherit c="dimmed" className="numbers" flex="none" miw={64}>
      Line {formatNumber(line)}
    </Text>
    <Box flex={1} miw={0}>
      {text !== '' && (
        <Text inherit fw={500} style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      )}
      <Text inherit c="dimmed">
        {reason}
      </Text>
      {candidates.length > 0 && (
        <NativeSelect
          size="xs"
          mt={4}
          aria-label={`Property for line ${formatNumber(line)}`}
          data={[
            {
              value: '',
              label: candidates.length === 1 ? 'Pick the near match' : `Pick one of ${candidates.length} near matches`,
            },
            ...candidates.map((candidate) => ({ value: candidate.propertyId, label: formatCandidate(candidate) })),
          ]}
          value={picked}
          onChange={({ currentTarget }) => onPick(currentTarget.value)}
        />
      )}
    </Box>
  </Group>
)

type UnmatchedRowsProps = {
  rows: readonly Row[]
  picks: Picks
  onPick: (line: number, propertyId: string) => void
}

/** The rows that name no property or several, with what is nearest to pick from. */
export const UnmatchedRows = ({ rows, picks, onPick }: UnmatchedRowsProps) => (
  <Paper withBorder mah={320} style={{ overflowY: 'auto' }} tabIndex={0} role="region" aria-label="Rows not found">
    <PlainList p="10px 12px" gap={12} aria-label="Rows not found">
      {rows.slice(0, maxShown).map((row) => (
        <UnmatchedRow
          key={row.line}
          row={row}
          picked={picks.get(row.line) ?? ''}
          onPick={(propertyId) => onPick(row.line, propertyId)}
        />
      ))}
    </PlainList>
    {rows.length > maxShown && (
      <Text fz="sm" c="dimmed" p="0 12px 10px">
        and {pluralize(rows.length - maxShown, 'more row')} in the download
      </Text>
    )}
  </Paper>
)
