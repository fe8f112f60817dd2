import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import type { SetupTable } from '@dooryard/contract/data/sources/setup-files'
import type { SourceProposal } from '@dooryard/contract/data/sources/setup-proposal'
import { listJoinColumns, type SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProposeAgain } from '../columns-step/load-source/source-actions.tsx'
import { proposalQuery } from '../county-setup.data.ts'
import { LostColumns } from '../document/lost-columns.tsx'
import { useChangeTable } from '../file-step/table-card.tsx'
import { JoinEditor } from './join-editor.tsx'
import { createJoin, findJoin, hasSameKeys, removeJoin, setJoin } from './joins.ts'

type TablesStepProps = {
  setup: CountySetup
  document: SourceDocument
  onChange: (document: SourceDocument) => void
  discard: () => Promise<number>
}

type JoinedTableProps = Omit<TablesStepProps, 'discard'> & {
  table: SetupTable
  main: SetupTable | undefined
  proposal: SourceProposal | undefined
}

const getTableName = ({ files }: CountySetup, { name, fileId }: SetupTable) =>
  name || files.find(({ id }) => id === fileId)?.fileName || 'Table'

function MakeMain({ setup, table }: Pick<JoinedTableProps, 'setup' | 'table'>) {
  const { call, change } = useChangeTable(setup.id, table.id)
  return (
    <Stack gap={8}>
      <Button
        size="compact-sm"
        variant="default"
        loading={call.isPending}
        aria-label={`Make ${getTableName(setup, table)} the main table`}
        onClick={() => change({ isMain: true })}
      >
        Make main
      </Button>
      {call.error && <FailureNotice error={call.error} />}
    </Stack>
  )
}

function JoinedTable({ setup, document, onChange, table, main, proposal }: JoinedTableProps) {
  const join = findJoin(document, table.id)
  const name = getTableName(setup, table)
  const doubt = proposal?.unjoined.find(({ fileId }) => fileId === table.id)?.doubt
  const mainColumns = main?.columns ?? []
  const without = join ? removeJoin(document, table.id) : null
  const first = createJoin(table.id, mainColumns, table.columns)
  return (
    <Panel
      title={name}
      aside={
        <Group gap={8} align="flex-start">
          {without && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Leave out ${name}`}
              onClick={() => onChange(without)}
            >
              Leave out
            </Button>
          )}
          <MakeMain setup={setup} table={table} />
        </Group>
      }
    >
      {join && !without && (
        <Text fz="sm" c="dimmed" mb={12}>
          The parcel number or the county is read from this table. To leave it out, choose another column first.
        </Text>
      )}
      {join ? (
        <Stack gap={16}>
          <LostColumns proposal={proposal} isShown={({ fileId }) => fileId === table.id} read={listJoinColumns(join)} />
          <JoinEditor
            join={join}
            mainColumns={mainColumns}
            columns={table.columns}
            name={name}
            found={proposal?.joins.find((found) => hasSameKeys(found.join, join))}
            counted={setup.joinCounts.find((count) => hasSameKeys(count.join, join))}
            onChange={(next) => onChange(setJoin(document, table, next))}
          />
        </Stack>
      ) : (
        <Stack gap={12} align="flex-start">
          <Notice tone="warn">{doubt ?? 'This table is not joined.'} Its columns are not used.</Notice>
          {first && (
            <Button size="xs" variant="default" onClick={() => onChange(setJoin(document, table, first))}>
              Join it
            </Button>
          )}
        </Stack>
      )}
    </Panel>
  )
}

/** The second step, where there are several tables: the main one, and how the others are joined to it. */
export function TablesStep({ discard, ...props }: TablesStepProps) {
  const { setup, document } = props
  const { data: proposal } = useQuery(proposalQuery(setup.id))
  const used = setup.tables.filter(({ isUsed }) => isUsed)
  const main = used.find(({ id }) => id === document.files[0]?.id)
  const chosen = used.find(({ isMain }) => isMain)
  return (
    <Stack gap={16} maw={860}>
      {chosen && chosen !== main && (
        <Notice tone="warn">
          <Group gap="6px 12px">
            {`The columns are still those of another main table than ${getTableName(setup, chosen)}.`}
            <ProposeAgain setup={setup} discard={discard} />
          </Group>
        </Notice>
      )}
      {main && (
        <Panel
          title={getTableName(setup, main)}
          aside={
            <Text fz="sm" c="dimmed">
              Main table
            </Text>
          }
        >
          <Text fz="sm" c="dimmed">
            One row for each property or sale
            {main.rowCount !== null && `: ${formatNumber(main.rowCount)} rows`},{' '}
            {pluralize(main.columns.length, 'column')}.
          </Text>
        </Panel>
      )}
      {used
        .filter((table) => table !== main)
        .map((table) => (
          <JoinedTable key={table.id} {...props} table={table} main={main} proposal={proposal} />
        ))}
    </Stack>
  )
}
