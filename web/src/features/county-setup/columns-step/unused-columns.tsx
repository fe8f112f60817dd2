import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { emptyValue, formatNumber } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../../ui/table/stats-table.tsx'
import { type ColumnOption, formatColumnName } from './column-options.ts'

const initiallyShown = 12
const label = 'Columns not used'

/** The columns that no field reads, with some of their values. */
export function UnusedColumns({ columns }: { columns: readonly ColumnOption[] }) {
  const [isExpanded, setExpanded] = useState(false)
  if (columns.length === 0) return null
  const shown = isExpanded ? columns : columns.slice(0, initiallyShown)
  return (
    <Panel
      title={label}
      aside={
        <Text c="dimmed" fz="sm" className="numbers">
          {formatNumber(columns.length)}
        </Text>
      }
    >
      <ScrollRegion label={label}>
        <StatsTable label={label} headers={['Column', { label: 'Values', holds: 'texts' }]}>
          {shown.map(({ name, examples }) => (
            <tr key={name}>
              <th scope="row">{formatColumnName(name)}</th>
              <td data-texts>
                <Text inherit c="dimmed" maw="56ch" truncate>
                  {examples.join(', ') || emptyValue}
                </Text>
              </td>
            </tr>
          ))}
        </StatsTable>
      </ScrollRegion>
      {shown.length < columns.length && (
        <Button mt={12} variant="default" size="xs" onClick={() => setExpanded(true)}>
          Show all {formatNumber(columns.length)} columns
        </Button>
      )}
    </Panel>
  )
}
