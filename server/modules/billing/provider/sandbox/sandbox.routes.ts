import { sandbox } from '@dooryard/contract/billing/payments'
import { notFound } from '../../../../platform/errors/app-error.ts'
import { handlers, type Route } from '../../../../platform/http/handlers.ts'
import type { Billing } from '../../billing-context.ts'
import { advanceClock, getClock } from './advance-clock.ts'
import { confirmSession, getPaymentPage, paySession } from './pay-session.ts'

/** The sandbox does not exist if another provider is in use, or payments are off. */
export const sandboxRoutes = ({ provider }: Billing): Route[] =>
  handlers(sandbox, {
    checkout: (ctx, { params }) => getPaymentPage(ctx, params.session),
    pay: (ctx, { params, body }) => paySession(ctx, params.session, body),
    confirm: (ctx, { params, body }) => confirmSession(ctx, params.session, body),
    clock: (ctx) => getClock(ctx),
    advance: (ctx, { body }) => advanceClock(ctx, body),
  }).map(({ endpoint, handle }) => ({
    endpoint,
    handle: (ctx, input) => {
      if (provider?.name !== 'SANDBOX') throw notFound('The sandbox')
      return handle(ctx, input)
    },
  }))
