import { AuditAction } from '@dooryard/contract/audit-log'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { AuditLogScreen } from '../../features/audit-log/audit-log-screen.tsx'
import { pageDefaults, pageSearch, textSearch } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

/** An email or an id. */
const whole = z
  .union([z.string().max(254), z.number().transform(String)])
  .optional()
  .catch(undefined)
const day = z.iso.date().optional().catch(undefined)

const AuditLogSearch = z.object({
  ...pageSearch,
  actor: whole,
  action: AuditAction.optional().catch(undefined),
  object: whole,
  requestId: textSearch,
  from: day,
  to: day,
  entry: z.int().min(1).optional().catch(undefined),
})

export const Route = createFileRoute('/portal/audit-log')({
  validateSearch: AuditLogSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function AuditLogRoute() {
    return <AuditLogScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
