import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ScrollText, ShieldCheck } from 'lucide-react'
import { NothingFound, StateView } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { auditColumns } from './audit-columns.tsx'
import { type AuditState, auditPage, useVerifyChain } from './audit-log.data.ts'
import classes from './audit-log.module.css'
import { ChainCheck } from './chain-check.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { Filters } from './filters.tsx'

type AuditLogProps = { state: AuditState & { entry?: number }; onState: OnState }

const noFilters = {
  actor: undefined,
  action: undefined,
  object: undefined,
  requestId: undefined,
  from: undefined,
  to: undefined,
}

const untouched = (
  <StateView
    icon={ScrollText}
    title="Nothing was done yet"
    text="Each sign-in and each change stands here from the moment it is made, and stays."
  />
)

/** Who did what, to what, as whom and why; and the proof that nothing of it was changed. */
export function AuditLogScreen({ state, onState }: AuditLogProps) {
  const { entry, ...asked } = state
  const { page, limit, ...filters } = asked
  const result = useQuery(auditPage(asked))
  const verify = useVerifyChain()
  const clear = () => onState({ ...noFilters, page: 1 })
  return (
    <>
      <PageHeader
        heading="Audit log"
        title="Audit Log"
        lead="Who did what, and as whom. Nothing here can be changed or taken out without showing."
        actions={
          <Button
            variant="default"
            leftSection={<ShieldCheck size={16} aria-hidden="true" />}
            loading={verify.isPending}
            onClick={() => verify.mutate()}
          >
            Check the chain
          </Button>
        }
      />
      <div className={classes.screen}>
        <div role="status" className={classes.status}>
          {verify.data && <ChainCheck proof={verify.data} />}
        </div>
        <Filters filters={filters} onState={onState} onClear={clear} />
        <DataTable
          label="Entries"
          columns={auditColumns}
          result={result}
          rowId={(item) => item.id}
          state={{ page, limit }}
          onState={onState}
          empty={Object.values(filters).some(Boolean) ? <NothingFound onClear={clear} /> : untouched}
        />
      </div>
      <EntryDrawer id={entry} entries={result.data?.items} onClose={() => onState({ entry: undefined })} />
    </>
  )
}
