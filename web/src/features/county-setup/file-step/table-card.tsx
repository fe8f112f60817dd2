import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { SetupTable, SetupTableChange } from '@dooryard/contract/data/sources/setup-files'
import { Box, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useStoreSetup } from '../county-setup.data.ts'
import { SampleTable } from './sample-table.tsx'
import { describeReading } from './table-formats.ts'
import { TableOptions } from './table-options.tsx'

type TableCardProps = { setupId: string; table: SetupTable; fileName: string; isOnly: boolean }

const shownRows = 6

/** Changes how a table is read, whether it is used, or which one is the main table. */
export function useChangeTable(setupId: string, tableId: string) {
  const store = useStoreSetup()
  const call = useEndpointMutation(countySetups.changeTable, {
    onSuccess: store,
    refreshes: [countySetups.tableRows],
  })
  const change = (body: SetupTableChange, onSuccess?: () => void) =>
    call.mutate({ params: { id: setupId, tableId }, body }, { ...(onSuccess && { onSuccess }) })
  return { call, change }
}

const Doubts = ({ table: { doubts, message } }: Pick<TableCardProps, 'table'>) => (
  <>
    {message && <Notice tone="bad">{message}</Notice>}
    {doubts.map((doubt) => (
      <Notice key={doubt} tone="warn">
        {doubt}
      </Notice>
    ))}
  </>
)

function TableHeading({ table, fileName }: Pick<TableCardProps, 'table' | 'fileName'>) {
  return (
    <Group gap="4px 10px">
      {table.name || fileName}
      {table.isMain && table.isUsed && <Tag tone="plain">Main table</Tag>}
    </Group>
  )
}

/** A table that was found: how it is read, what is doubtful about that, and its first rows. */
export function TableCard({ setupId, table, fileName, isOnly }: TableCardProps) {
  const [isOpen, setOpen] = useState(false)
  const { call, change } = useChangeTable(setupId, table.id)
  const name = table.name || fileName
  const actions = (
    <Group gap={12} wrap="nowrap">
      {!isOnly && (
        <Checkbox
          label="Use"
          aria-label={`Use ${name}`}
          checked={table.isUsed}
          disabled={call.isPending}
          onChange={({ currentTarget: { checked } }) => change({ isUsed: checked })}
        />
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<SlidersHorizontal size={14} aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-label={`Change how ${name} is read`}
        onClick={() => setOpen(!isOpen)}
      >
        Change
      </Button>
    </Group>
  )
  return (
    <Panel title={<TableHeading table={table} fileName={fileName} />} aside={actions} flush>
      <Stack gap={12} px="var(--panel-padding)" py={14}>
        <Text c="dimmed" fz="sm" role="status">
          {table.isReading ? 'Reading the table…' : describeReading(table)}
        </Text>
        {isOpen && (
          <TableOptions
            key={JSON.stringify(table.choices)}
            setupId={setupId}
            table={table}
            isPending={call.isPending || table.isReading}
            onChoices={(choices) => change({ choices }, () => setOpen(false))}
            onCancel={() => setOpen(false)}
          />
        )}
        {call.error && <FailureNotice error={call.error} />}
        <Doubts table={table} />
      </Stack>
      {table.isUsed && (
        <Box style={{ borderTop: '1px solid var(--line)' }}>
          {table.isReading ? (
            <Skeleton height={200} m="var(--panel-padding)" />
          ) : (
            <SampleTable setupId={setupId} tableId={table.id} name={name} maxRows={shownRows} />
          )}
        </Box>
      )}
    </Panel>
  )
}
