import { sandbox } from '@dooryard/contract/payments'
import { notFound } from '../../../platform/errors.ts'
import { handlers, type Route } from '../../../platform/http/handlers.ts'
import type { Billing } from '../billing-context.ts'
import { advanceClock, showClock } from './advance-clock.ts'
import { confirmSession, paySession, showPage } from './pay-session.ts'

/** Where another provider takes the money, or nobody, there is no sandbox. */
export const sandboxRoutes = ({ provider }: Billing): Route[] =>
  handlers(sandbox, {
    checkout: (ctx, { params }) => showPage(ctx, params.session),
    pay: (ctx, { params, body }) => paySession(ctx, params.session, body),
    confirm: (ctx, { params, body }) => confirmSession(ctx, params.session, body),
    clock: (ctx) => showClock(ctx),
    advance: (ctx, { body }) => advanceClock(ctx, body),
  }).map(({ endpoint, handle }) => ({
    endpoint,
    handle: (ctx, input) => {
      if (provider?.name !== 'SANDBOX') throw notFound('The sandbox')
      return handle(ctx, input)
    },
  }))
