import { getConnInfo } from '@hono/node-server/conninfo'
import { campaignRoutes } from './modules/campaigns/index.ts'
import { creditRoutes } from './modules/credits/index.ts'
import { authenticate, identityRoutes } from './modules/identity/index.ts'
import { deliveredIds, fulfilOrderJob, orderRoutes, rescueOrders, runFulfilOrder } from './modules/orders/index.ts'
import { importRollJob, keepImports, propertyRoutes, runImportRoll } from './modules/properties/index.ts'
import { excludedCriteria, savedSearchRoutes } from './modules/saved-searches/index.ts'
import type { Services } from './platform/context.ts'
import { createApp } from './platform/http/app.ts'
import { fileRoutes } from './platform/http/files.routes.ts'
import { forgetOldAnswers } from './platform/http/idempotency.ts'
import { mount } from './platform/http/mount.ts'
import type { Hub } from './platform/live/hub.ts'

type Options = {
  publicUrl: string
  maxFileBytes: number
  state: () => 'ready' | 'draining'
  storesAnswer: () => Promise<boolean>
}

/** Every route of every module, on one application. */
export function composeApp(services: Services, hub: Hub, options: Options) {
  const app = createApp({ log: services.log, ...options })
  const routes = [
    ...identityRoutes,
    ...creditRoutes,
    ...propertyRoutes({
      deliveredTo: ({ db, actor }) => deliveredIds(db, actor.userId),
      excludedCriteria,
      maxFileBytes: options.maxFileBytes,
    }),
    ...campaignRoutes,
    ...savedSearchRoutes,
    ...orderRoutes,
    ...fileRoutes,
  ]
  mount(app, routes, {
    services,
    hub,
    maxFileBytes: options.maxFileBytes,
    authenticate: (token) => authenticate(services, token),
    callerOf: (request) => ({
      ipAddress: getConnInfo(request).remote.address ?? '',
      userAgent: (request.req.header('user-agent') ?? '').slice(0, 300),
    }),
  })
  return app
}

/** What a worker looks after now and then, besides its jobs. */
export async function keepHouse(services: Services): Promise<void> {
  await rescueOrders(services)
  await keepImports(services)
  await forgetOldAnswers(services.db)
}

/** Every job that a worker knows, by name. */
export const composeTasks = (services: Services) => ({
  [fulfilOrderJob]: runFulfilOrder(services),
  [importRollJob]: runImportRoll(services),
})
