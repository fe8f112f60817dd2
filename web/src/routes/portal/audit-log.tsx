import { AuditAction } from '@dooryard/contract/admin/audit-log'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { AuditLogScreen } from '../../features/audit-log/audit-log-screen.tsx'
import {
  buildSearchOptions,
  daySearch,
  optionalParam,
  pageSearch,
  textSearch,
} from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

/** An email address or an id. */
const emailOrId = optionalParam(z.union([z.string().max(254), z.number().transform(String)]))

const AuditLogSearch = z.object({
  ...pageSearch,
  actor: emailOrId,
  // Validated by the screen: otherwise every screen would load the list of actions.
  action: textSearch,
  object: emailOrId,
  requestId: textSearch,
  from: daySearch,
  to: daySearch,
  entry: optionalParam(z.int().min(1)),
})

export const Route = createFileRoute('/portal/audit-log')({
  ...buildSearchOptions(AuditLogSearch),
  component: function AuditLogRoute() {
    const search = Route.useSearch()
    const action = AuditAction.safeParse(search.action).data
    return <AuditLogScreen state={{ ...search, action }} onState={useOnTableStateChange()} />
  },
})
