import { AuditAction } from '@dooryard/contract/audit-log'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { AuditLogScreen } from '../../features/audit-log/audit-log-screen.tsx'
import { daySearch, optional, pageSearch, searchBy, textSearch } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

/** An email or an id. */
const whole = optional(z.union([z.string().max(254), z.number().transform(String)]))

const AuditLogSearch = z.object({
  ...pageSearch,
  actor: whole,
  // Which actions there are is for the screen to know: every other would load their list as well.
  action: textSearch,
  object: whole,
  requestId: textSearch,
  from: daySearch,
  to: daySearch,
  entry: optional(z.int().min(1)),
})

export const Route = createFileRoute('/portal/audit-log')({
  ...searchBy(AuditLogSearch),
  component: function AuditLogRoute() {
    const search = Route.useSearch()
    const action = AuditAction.safeParse(search.action).data
    return <AuditLogScreen state={{ ...search, action }} onState={useOnState()} />
  },
})
