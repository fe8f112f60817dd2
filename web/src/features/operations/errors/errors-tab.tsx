import { adminErrors } from '@dooryard/contract/admin/error-reports'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { usePortalInfo } from '../../../lib/portal-info.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { OperationsSearch } from '../operations-search.ts'
import { buildErrorColumns } from './error-columns.tsx'
import { ErrorDrawer } from './error-drawer.tsx'

type ErrorsTabProps = { state: OperationsSearch; onState: OnTableStateChange }

/** Unexpected errors of browsers, calls and jobs, with the details of one in a drawer. */
export function ErrorsTab({ state, onState }: ErrorsTabProps) {
  const { error, page, limit, search, status, layer } = state
  const query = { page, limit, search, status, layer }
  const columns = useMemo(() => buildErrorColumns(search), [search])
  const result = useQuery(buildLiveQuery(adminErrors.list, { query }))
  return (
    <Stack gap="sm">
      {usePortalInfo()?.sentryDsn && (
        <Notice tone="info">Errors go to Sentry. Those recorded before it was set up are listed here.</Notice>
      )}
      <DataTable
        label="Errors"
        columns={columns}
        result={result}
        state={query}
        onState={onState}
        searchBy="Error ID or message"
        empty={{
          icon: ShieldCheck,
          title: 'No errors in the last 30 days',
          text: 'Unexpected errors in browsers, API calls and jobs appear here with the Error ID the user saw.',
        }}
      />
      <ErrorDrawer id={error} onClose={() => onState({ error: undefined })} />
    </Stack>
  )
}
