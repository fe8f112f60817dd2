import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import { attemptStatuses } from '@dooryard/contract/webhooks'
import { z } from 'zod'

const Status = z.enum(attemptStatuses)

type Asked = { status?: string | undefined; eventType?: string | undefined }

/** What an address asks of a log; a status or an event that there is none of asks for nothing. */
export const toLogState = <Search extends Asked>(search: Search) => ({
  ...search,
  status: Status.safeParse(search.status).data,
  eventType: webhookEventTypes.schema.safeParse(search.eventType).data,
})
