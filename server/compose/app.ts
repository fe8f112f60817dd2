import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context as HonoContext } from 'hono'
import type { Config } from '../config.ts'
import { defaultOwners } from '../environment.ts'
import { apiKeyRoutes } from '../modules/api-keys/index.ts'
import { auditLogRoutes } from '../modules/audit-log/index.ts'
import {
  type Billing,
  billingRoutes,
  closeBillingAccount,
  expireOpenCheckouts,
  getCreditPrice,
  getSubscriptionSummary,
  listCustomerFacts,
  selectPayments,
} from '../modules/billing/index.ts'
import { campaignRoutes } from '../modules/campaigns/index.ts'
import { type ContactProvider, contactRoutes, noContactProvider } from '../modules/contacts/index.ts'
import { affiliateRoutes, couponRoutes } from '../modules/coupons/index.ts'
import { creditRoutes } from '../modules/credits/index.ts'
import { getHistoryProgress, hasDemoAuthority } from '../modules/demo/index.ts'
import { dncRoutes } from '../modules/dnc/index.ts'
import {
  authenticate,
  createProviders,
  getSessionRoles,
  getUnreadNotifications,
  identityRoutes,
  lockActiveAccount,
  notificationTopic,
} from '../modules/identity/index.ts'
import {
  countOrdersInProgress,
  deleteUserLabelsNotesAndCalls,
  deleteUserLetters,
  deleteUserRecurringOrders,
  deleteUserSuppressionLists,
  getOwnLeads,
  hasCampaignOrder,
  listPurchasedOwners,
  orderRoutes,
} from '../modules/orders/index.ts'
import {
  type BaseMap,
  deleteUserRevealsAndBuyerLists,
  limitNameSearches,
  propertyRoutes,
  serveBaseMap,
} from '../modules/properties/index.ts'
import { deleteUserSearches, getExcludedCriteria, savedSearchRoutes } from '../modules/saved-searches/index.ts'
import {
  createSearchRecorder,
  creditSettingEffectRoutes,
  firstStepRoutes,
  type ServerInfo,
  statisticsRoutes,
} from '../modules/statistics/index.ts'
import { deleteUserWebhooks, webhookRoutes } from '../modules/webhooks/index.ts'
import type { Services } from '../platform/context.ts'
import type { ErrorReports } from '../platform/errors/reports/error-reports.ts'
import { errorRoutes } from '../platform/errors/reports/errors.routes.ts'
import { createUploadQuota } from '../platform/files/uploads/upload-quota.ts'
import { uploadRoutes } from '../platform/files/uploads/uploads.routes.ts'
import { aboutRoutes } from '../platform/http/about.routes.ts'
import type { ApiKeys } from '../platform/http/access/authenticate.ts'
import { createApp } from '../platform/http/app.ts'
import { fileRoutes } from '../platform/http/files.routes.ts'
import type { RateLimiter } from '../platform/http/limits/rate-limits.ts'
import { mount } from '../platform/http/mount.ts'
import { serveMailTemplates } from '../platform/http/web/mail-templates.ts'
import type { EventHub } from '../platform/live/event-hub.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import { getClientAddress } from '../platform/util/client-address.ts'

type ComposeAppOptions = Pick<Config, 'importDir' | 'uploadLimits' | 'trustedProxies' | 'corsOrigins' | 'sessionDays'> &
  Partial<
    Pick<Config, 'owners' | 'imagery' | 'mapStyleUrl' | 'mapOrigins' | 'security' | 'signInProviders' | 'sentryDsn'>
  > & {
    /** Without it, maps show no streets. */
    baseMap?: BaseMap
    /** Where imported streets are kept; null where maps show another base map. */
    mapFolder?: string | null
    isDemo: boolean
    hasOutbox: boolean
    isExposed: boolean
    limiter: RateLimiter
    keys: ApiKeys
    billing: Billing
    contacts?: ContactProvider
    outbound: Outbound
    errors: ErrorReports
    sessionCheckMs?: number | undefined
    serverInfo: ServerInfo
    state: () => 'ready' | 'draining'
    checkStores: () => Promise<boolean>
  }

export function composeApp(services: Services, hub: EventHub, options: ComposeAppOptions) {
  const { report: reportError } = options.errors
  const { log, publicUrl } = services
  const app = createApp({ log, publicUrl, now: services.clock.now, reportError, ...options })
  serveMailTemplates(app, { ...options, publicUrl: services.publicUrl })
  const getAddress = (request: HonoContext) =>
    getClientAddress(
      getConnInfo(request).remote.address ?? '',
      request.req.header('x-forwarded-for'),
      options.trustedProxies,
    )
  if (options.baseMap) serveBaseMap(app, options.baseMap, { limiter: options.limiter, getAddress })
  const providers = createProviders(options.signInProviders ?? [], services)
  const uploads = createUploadQuota(services, options.uploadLimits)
  const owners = {
    ...(options.owners ?? defaultOwners),
    listPurchased: listPurchasedOwners,
  }
  const routes = [
    ...aboutRoutes({
      ...options,
      describeBaseMap: options.baseMap?.describe,
      describeHistory: options.isDemo ? () => getHistoryProgress(services.db, services.clock.now()) : undefined,
      signInProviders: providers.list(),
      publicUrl: services.publicUrl,
      hasDemoAuthority: ({ db, actor }) => hasDemoAuthority(db, actor.userId),
    }),
    ...identityRoutes({
      sessionDays: options.sessionDays,
      limiter: options.limiter,
      providers,
      countOrdersInProgress,
      listCustomerFacts,
      getSubscription: (db, userId) => getSubscriptionSummary({ db, ...options.billing }, userId),
      expireOpenCheckouts: (ctx) => expireOpenCheckouts({ ...ctx, ...options.billing }, ctx.actor.userId),
      closeBillingAccount: (stores, userId) => closeBillingAccount({ ...stores, ...options.billing }, userId),
      deleteUserLabelsNotesAndCalls,
      deleteUserLetters,
      deleteUserRevealsAndBuyerLists,
      deleteUserRecurringOrders,
      deleteUserSearches,
      deleteUserSuppressionLists,
      deleteUserWebhooks,
    }),
    ...auditLogRoutes,
    ...errorRoutes(options.errors),
    ...creditRoutes({ notificationTopic, getUnreadNotifications }),
    ...couponRoutes(selectPayments),
    ...affiliateRoutes(selectPayments),
    ...billingRoutes(options.billing),
    ...propertyRoutes({
      getOwnLeads,
      excludedCriteria: getExcludedCriteria,
      owners,
      maxFileBytes: options.uploadLimits.maxFileBytes,
      outbound: options.outbound,
      importDir: options.importDir,
      mapFolder: options.mapFolder ?? null,
      recordSearch: createSearchRecorder(),
    }),
    ...campaignRoutes({ hasOrder: hasCampaignOrder, getCreditPrice }),
    ...savedSearchRoutes({ getOwnLeads, owners }),
    ...dncRoutes,
    ...contactRoutes({ provider: options.contacts ?? noContactProvider }),
    ...orderRoutes({ contacts: options.contacts ?? noContactProvider }),
    ...apiKeyRoutes,
    ...statisticsRoutes(options.serverInfo),
    ...creditSettingEffectRoutes,
    ...firstStepRoutes,
    ...webhookRoutes({ outbound: options.outbound, holdAccount: lockActiveAccount }),
    ...fileRoutes,
    ...uploadRoutes(uploads),
  ]
  mount(app, limitNameSearches(routes, owners), {
    services,
    hub,
    reportError,
    uploads,
    authenticate: (token) => authenticate(services, token),
    getSessionRoles: (sessionIds) => getSessionRoles(services, sessionIds),
    sessionCheckMs: options.sessionCheckMs,
    keys: options.keys,
    limiter: options.limiter,
    getCaller: (request) => ({
      ipAddress: getAddress(request),
      userAgent: (request.req.header('user-agent') ?? '').slice(0, 300),
    }),
  })
  return app
}
