import { dayMs } from '@dooryard/contract/api/time'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context as HonoContext } from 'hono'
import { type Config, defaultOwners } from './config.ts'
import { apiKeyRoutes, apiKeySchedule } from './modules/api-keys/index.ts'
import { auditLogRoutes } from './modules/audit-log/index.ts'
import {
  type Billing,
  billingRoutes,
  billingSchedule,
  billingTasks,
  closeBillingAccount,
  createSandbox,
  createStripe,
  expireOpenCheckouts,
  getCreditPrice,
  getSubscriptionSummary,
  listCustomerFacts,
  selectPayments,
} from './modules/billing/index.ts'
import { campaignRoutes } from './modules/campaigns/index.ts'
import {
  type ContactProvider,
  contactRoutes,
  contactSchedule,
  contactTasks,
  noContactProvider,
} from './modules/contacts/index.ts'
import { affiliateRoutes, couponRoutes, couponSchedule } from './modules/coupons/index.ts'
import { creditRoutes, creditSchedule, creditTasks } from './modules/credits/index.ts'
import { getHistoryProgress, hasDemoAuthority } from './modules/demo/index.ts'
import { dncRoutes, dncSchedule, dncTasks } from './modules/dnc/index.ts'
import {
  authenticate,
  createProviders,
  getSessionRoles,
  getUnreadNotifications,
  identityRoutes,
  identitySchedule,
  identityTasks,
  lockActiveAccount,
  notificationTopic,
  notifyUser,
} from './modules/identity/index.ts'
import {
  claimTodaysTasks,
  countOrdersInProgress,
  deleteUserLabelsNotesAndCalls,
  deleteUserLetters,
  deleteUserRecurringOrders,
  deleteUserSuppressionLists,
  getOwnLeads,
  hasCampaignOrder,
  listPurchasedOwners,
  orderRoutes,
  orderSchedule,
  orderTasks,
} from './modules/orders/index.ts'
import {
  type BaseMap,
  countySetupSchedule,
  countySetupTasks,
  deleteUserRevealsAndBuyerLists,
  limitNameSearches,
  propertyRoutes,
  propertySchedule,
  refreshSchedule,
  refreshTasks,
  runImportGazetteer,
  runImportMap,
  runImportRoll,
  serveBaseMap,
} from './modules/properties/index.ts'
import {
  deleteUserSearches,
  getExcludedCriteria,
  savedSearchRoutes,
  savedSearchSchedule,
  savedSearchTasks,
} from './modules/saved-searches/index.ts'
import {
  createSearchRecorder,
  creditSettingEffectRoutes,
  firstStepRoutes,
  type ServerInfo,
  statisticsRoutes,
} from './modules/statistics/index.ts'
import { deleteUserWebhooks, webhookRoutes, webhookSchedule } from './modules/webhooks/index.ts'
import type { Services } from './platform/context.ts'
import type { ErrorReports } from './platform/errors/reports/error-reports.ts'
import { errorRoutes } from './platform/errors/reports/errors.routes.ts'
import { errorSchedule } from './platform/errors/reports/keep-errors.ts'
import { fileImportKinds, recoverFileImports } from './platform/files/imports/file-imports.ts'
import type { LocationServices } from './platform/files/locations/locations.ts'
import { createUploadQuota, purgeOldUploads } from './platform/files/uploads/upload-quota.ts'
import { uploadRoutes } from './platform/files/uploads/uploads.routes.ts'
import { aboutRoutes } from './platform/http/about.routes.ts'
import type { ApiKeys } from './platform/http/access/authenticate.ts'
import { createApp } from './platform/http/app.ts'
import { fileRoutes } from './platform/http/files.routes.ts'
import { purgeIdempotencyRecords } from './platform/http/idempotency.ts'
import { purgeRateLimits, type RateLimiter } from './platform/http/limits/rate-limits.ts'
import { mount } from './platform/http/mount.ts'
import { serveMailTemplates } from './platform/http/web/mail-templates.ts'
import { purgeExhaustedJobs } from './platform/jobs/encrypted-jobs.ts'
import { deleteSupersededJobs } from './platform/jobs/jobs.queries.ts'
import { everyDay, everyHour, everyMinute, type Schedule } from './platform/jobs/schedule.ts'
import type { EventHub } from './platform/live/event-hub.ts'
import { type MailTransport, runSendMail, sendMailJob } from './platform/mail/mail.ts'
import { createOutboxTransport } from './platform/mail/outbox.ts'
import { createSmtpTransport } from './platform/mail/smtp.ts'
import type { Outbound } from './platform/outbound/outbound.ts'
import { getClientAddress } from './platform/util/client-address.ts'
import { version } from './version.ts'

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

export function composeSchedule(services: Services, billing: Billing): Schedule {
  const { db } = services
  return {
    ...orderSchedule(services),
    'maintain-file-imports': everyMinute(() => recoverFileImports(services)),
    'purge-file-drafts': everyDay(() => services.files.removeDrafts(dayMs)),
    'purge-idempotency-keys': everyMinute(() => purgeIdempotencyRecords(db)),
    'purge-upload-counts': everyHour(() => purgeOldUploads(services)),
    'purge-rate-limits': everyMinute(() => purgeRateLimits(db)),
    'purge-failed-jobs': everyHour(() => purgeExhaustedJobs(services)),
    'purge-superseded-jobs': everyMinute(() => deleteSupersededJobs(db)),
    ...identitySchedule(services),
    ...apiKeySchedule(services),
    ...dncSchedule(services),
    ...contactSchedule(services),
    ...creditSchedule(services),
    ...couponSchedule({ ...services, selectPayments }),
    ...propertySchedule(services),
    ...refreshSchedule(services),
    ...countySetupSchedule(services),
    ...savedSearchSchedule(services),
    ...billingSchedule({ ...services, ...billing }),
    ...webhookSchedule(services),
    ...errorSchedule(services),
  }
}

export const composeTasks = (
  services: Services,
  {
    deliver,
    billing,
    remote,
    mapFolder = null,
    contacts = noContactProvider,
  }: {
    deliver: MailTransport
    billing: Billing
    /** Where the files of county datasets are read; without it none is refreshed or added. */
    remote?: Omit<LocationServices, 'now'>
    mapFolder?: string | null
    contacts?: ContactProvider
  },
) => ({
  ...orderTasks({ ...services, contacts }),
  ...dncTasks(services),
  ...contactTasks(services),
  [fileImportKinds.ROLL.job]: runImportRoll(services),
  [fileImportKinds.GAZETTEER.job]: runImportGazetteer(services),
  [fileImportKinds.MAP.job]: runImportMap(services, mapFolder),
  ...(remote && refreshTasks(services, { ...remote, now: services.clock.now })),
  ...(remote && countySetupTasks(services, remote)),
  [sendMailJob]: runSendMail(services, deliver),
  ...identityTasks(services),
  ...creditTasks(services, { selectPayments, notifyUser }),
  ...savedSearchTasks({ ...services, getOwnLeads, claimTodaysTasks }),
  ...billingTasks({ ...services, ...billing }),
})

export const buildServerInfo = (config: Config, startedAt: Date): ServerInfo => ({
  version,
  startedAt,
  roles: config.roles,
  isEmbedded: { postgres: !config.databaseUrl, clickhouse: !config.clickhouseUrl },
  mailTransport: config.smtpUrl ? 'SMTP' : hasOutbox(config) ? 'OUTBOX' : 'NONE',
})

/** Without a mail server, a demo shows mails in the outbox instead of sending them. */
export const hasOutbox = ({ demo, smtpUrl }: Pick<Config, 'demo' | 'smtpUrl'>) => demo && !smtpUrl

/**
 * Returns the mail transport: mails are sent, shown in the outbox or, where neither is possible, retried in the queue
 * until the attempts are exhausted.
 */
export function composeDelivery(config: Config, services: Services): MailTransport & { close?: () => void } {
  if (config.smtpUrl) return createSmtpTransport({ url: config.smtpUrl, from: config.mailFrom })
  if (hasOutbox(config)) return createOutboxTransport(services)
  return async () => {
    throw new Error('Mails cannot be sent: SMTP_URL is not set.')
  }
}

export function composeBilling(config: Config, services: Services): Billing {
  const invoicing = { seller: config.invoiceSeller, tax: config.invoiceTax }
  if (config.stripe) return { provider: createStripe({ ...config.stripe, clock: services.clock }), invoicing }
  return { provider: config.demo ? createSandbox(services) : null, invoicing }
}
