import { paymentEvents } from '@dooryard/contract/payments'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import type { Billing } from './billing-context.ts'
import { receiveEvent } from './receive-event.ts'

export const paymentEventRoutes = (billing: Billing): Route[] =>
  handlers(paymentEvents, {
    receive: (ctx, { body }) => receiveEvent({ ...ctx, ...billing }, body),
  })
