import { webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import { attemptStatuses } from '@dooryard/contract/integrations/webhooks'
import { z } from 'zod'

const AttemptStatusSchema = z.enum(attemptStatuses)

type RawLogSearch = { status?: string | undefined; eventType?: string | undefined }

/** Parses the log filters of a URL; an unknown status or event filters nothing. */
export const toLogState = <Search extends RawLogSearch>(search: Search) => ({
  ...search,
  status: AttemptStatusSchema.safeParse(search.status).data,
  eventType: webhookEventTypes.schema.safeParse(search.eventType).data,
})
