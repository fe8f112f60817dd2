import type { CountedUse } from '@dooryard/contract/data/sources/setup-proposal'
import type { Use } from '@dooryard/contract/data/sources/source-document'
import { Box, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { emptyValue, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { UseSelect } from './use-select.tsx'
import classes from './uses-step.module.css'

type CodeListProps = {
  label: string
  rows: readonly CountedUse[]
  onUse: (row: CountedUse, use: Use | undefined) => void
}

const pageSize = 50

const Code = ({ row, onUse }: { row: CountedUse; onUse: CodeListProps['onUse'] }) => (
  <li className={classes.code}>
    <Text inherit ff="monospace" fw={600} truncate>
      {row.code}
    </Text>
    <Text inherit c={row.description ? undefined : 'dimmed'} lineClamp={2}>
      {row.description ?? emptyValue}
    </Text>
    <span className={`${classes.count} numbers`}>{pluralize(row.rows, 'row')}</span>
    <UseSelect label={`Property type of ${row.code}`} value={row.use} onChange={(use) => onUse(row, use)} />
  </li>
)

/** Codes with their descriptions, numbers of rows and property types; long lists show more on request. */
export function CodeList({ label, rows, onUse }: CodeListProps) {
  const [shown, setShown] = useState(pageSize)
  return (
    <>
      <PlainList aria-label={label}>
        {rows.slice(0, shown).map((row) => (
          <Code key={row.code} row={row} onUse={onUse} />
        ))}
      </PlainList>
      {rows.length > shown && (
        <Box px="var(--panel-padding)" py={12}>
          <Button size="xs" variant="default" onClick={() => setShown(shown + pageSize)}>
            Show more of {formatNumber(rows.length)} codes
          </Button>
        </Box>
      )}
    </>
  )
}
