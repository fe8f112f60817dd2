import { AuditAction } from '@dooryard/contract/audit-log'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { AuditLogScreen } from '../../features/audit-log/audit-log-screen.tsx'
import { daySearch, pageDefaults, pageSearch, textSearch } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

/** An email or an id. */
const whole = z
  .union([z.string().max(254), z.number().transform(String)])
  .optional()
  .catch(undefined)

const AuditLogSearch = z.object({
  ...pageSearch,
  actor: whole,
  // Which actions there are is for the screen to know: every other would load their list as well.
  action: textSearch,
  object: whole,
  requestId: textSearch,
  from: daySearch,
  to: daySearch,
  entry: z.int().min(1).optional().catch(undefined),
})

export const Route = createFileRoute('/portal/audit-log')({
  validateSearch: AuditLogSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function AuditLogRoute() {
    const search = Route.useSearch()
    const action = AuditAction.safeParse(search.action).data
    return <AuditLogScreen state={{ ...search, action }} onState={useOnState()} />
  },
})
