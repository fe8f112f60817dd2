import { firstSteps } from '@dooryard/contract/identity/first-steps'
import { handlers } from '../../../platform/http/handlers.ts'
import { dismissFirstSteps, getFirstSteps } from './get-first-steps.ts'

export const firstStepRoutes = handlers(firstSteps, {
  get: (ctx) => getFirstSteps(ctx),
  change: (ctx, { body }) => dismissFirstSteps(ctx, body.isDismissed),
})
