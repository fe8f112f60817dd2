import type { SuppressionList } from '@dooryard/contract/data/suppression-lists'
import { Group, Paper, Text } from '@mantine/core'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'

type RejectedRowsProps = { rows: SuppressionList['rejected']; count: number }

/** The first rejected rows of a file with their lines and reasons, and how many more there are. */
export const RejectedRows = ({ rows, count }: RejectedRowsProps) => (
  <Paper withBorder mah={220} style={{ overflowY: 'auto' }} tabIndex={0} role="region" aria-label="Rows rejected">
    <PlainList p="8px 12px" gap={4} aria-label="Rows rejected">
      {rows.map(({ line, reason }) => (
        <Group component="li" key={line} gap={12} wrap="nowrap" align="baseline" fz="sm" lh="20px">
          <Text inherit c="dimmed" className="numbers" flex="none" miw={64}>
            Line {formatNumber(line)}
          </Text>
          <span>{reason}</span>
        </Group>
      ))}
    </PlainList>
    {count > rows.length && (
      <Text fz="sm" c="dimmed" p="0 12px 8px">
        and {pluralize(count - rows.length, 'more row')}
      </Text>
    )}
  </Paper>
)
