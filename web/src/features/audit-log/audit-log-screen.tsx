import { type AuditVerification, auditLog } from '@dooryard/contract/admin/audit-log'
import { Box, Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ScrollText, ShieldCheck } from 'lucide-react'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { auditColumns } from './audit-columns.tsx'
import { type AuditState, auditPage } from './audit-log.data.ts'
import classes from './audit-log.module.css'
import { EntryDrawer } from './entry-drawer.tsx'
import { Filters } from './filters.tsx'

const noFilters = {
  actor: undefined,
  action: undefined,
  object: undefined,
  requestId: undefined,
  from: undefined,
  to: undefined,
}

const emptyState = {
  icon: ScrollText,
  title: 'No entries yet',
  text: 'Every sign-in and change is recorded here and stays.',
}

const formatIntactCount = (entries: number) =>
  entries === 1 ? '1 entry verified.' : `${formatNumber(entries)} entries verified: nothing was changed or removed.`

function ChainCheck({ proof: { isIntact, entries, brokenAt, newestHash } }: { proof: AuditVerification }) {
  if (!isIntact)
    return (
      <Notice tone="bad">
        The hash chain breaks at entry {brokenAt}: it was changed, or an entry before it was removed. Entries from there
        on are not verified.
      </Notice>
    )
  return (
    <Notice tone="good">
      <Group gap="0 12px">
        <span>{formatIntactCount(entries)}</span>
        {newestHash && (
          <Group display="inline-flex" gap="0 6px" className={classes.newest}>
            Newest: <code title={newestHash}>{newestHash.slice(0, 16)}…</code>
            <CopyButton value={newestHash} what="the newest hash" />
          </Group>
        )}
      </Group>
    </Notice>
  )
}

type AuditLogProps = { state: AuditState & { entry?: number }; onState: OnTableStateChange }

export function AuditLogScreen({ state: { entry, ...query }, onState }: AuditLogProps) {
  const { page, limit, ...filters } = query
  const result = useQuery(auditPage(query))
  const verify = useEndpointMutation(auditLog.verify)
  const clear = () => onState({ ...noFilters, page: 1 })
  const check = (
    <Button
      variant="default"
      leftSection={<ShieldCheck size={16} />}
      loading={verify.isPending}
      onClick={() => verify.mutate({})}
    >
      Verify integrity
    </Button>
  )
  return (
    <>
      <PageHeader
        heading="Audit log"
        title="Audit Log"
        lead="Changes and sign-ins of all users. Entries are hash-chained, so any change or removal is detected."
        actions={check}
      />
      <div role="status">
        {verify.data && (
          <Box mb="md">
            <ChainCheck proof={verify.data} />
          </Box>
        )}
      </div>
      <Stack>
        <Filters filters={filters} onState={onState} onClear={clear} />
        <DataTable
          label="Entries"
          columns={auditColumns}
          result={result}
          state={{ page, limit }}
          onState={onState}
          empty={emptyState}
          onClear={Object.values(filters).some(Boolean) ? clear : undefined}
        />
      </Stack>
      <EntryDrawer id={entry} entries={result.data?.items} onClose={() => onState({ entry: undefined })} />
    </>
  )
}
