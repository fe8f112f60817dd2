import { getConnInfo } from '@hono/node-server/conninfo'
import { type Config, defaultOwnerRowsPerDay } from './config.ts'
import { apiKeyRoutes, apiKeySchedule } from './modules/api-keys/index.ts'
import { auditLogRoutes } from './modules/audit-log/index.ts'
import {
  type Billing,
  billingRoutes,
  billingSchedule,
  billingTasks,
  closePages,
  createSandbox,
  createStripe,
  glanceSubscription,
  leaveBilling,
  selectPayments,
} from './modules/billing/index.ts'
import { campaignRoutes } from './modules/campaigns/index.ts'
import { type ContactDesk, contactRoutes, contactSchedule, contactTasks, noVendor } from './modules/contacts/index.ts'
import { couponRoutes } from './modules/coupons/index.ts'
import { creditRoutes, creditSchedule, creditTasks } from './modules/credits/index.ts'
import { hasDemoAuthority } from './modules/demo/index.ts'
import { dncRoutes, dncSchedule, dncTasks } from './modules/dnc/index.ts'
import {
  authenticate,
  forgetExpiredCodes,
  forgetOldSessions,
  forgetUnverified,
  holdAccount,
  identityRoutes,
  identityTasks,
  rolesOf,
} from './modules/identity/index.ts'
import {
  deliveredIds,
  forgetNotes,
  orderRoutes,
  orderSchedule,
  ordersUnderWay,
  orderTasks,
} from './modules/orders/index.ts'
import { propertyRoutes, runImportRoll } from './modules/properties/index.ts'
import {
  excludedCriteria,
  forgetSearches,
  savedSearchRoutes,
  savedSearchSchedule,
  savedSearchTasks,
} from './modules/saved-searches/index.ts'
import { creditSettingEffectRoutes, type Machinery, statisticsRoutes } from './modules/statistics/index.ts'
import { forgetWebhooks, webhookRoutes, webhookSchedule } from './modules/webhooks/index.ts'
import type { Services } from './platform/context.ts'
import { fileImportKinds, keepFileImports } from './platform/file-imports/file-imports.ts'
import { aboutRoutes } from './platform/http/about.routes.ts'
import type { ApiKeys } from './platform/http/admit.ts'
import { createApp } from './platform/http/app.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { fileRoutes } from './platform/http/files.routes.ts'
import { forgetOldAnswers } from './platform/http/idempotency.ts'
import { forgetOldCounts, type Limiter } from './platform/http/limits.ts'
import { serveMailTemplates } from './platform/http/mail-templates.ts'
import { mount } from './platform/http/mount.ts'
import { deleteSupersededJobs } from './platform/jobs.queries.ts'
import type { Hub } from './platform/live/hub.ts'
import { type Deliver, runSendMail, sendMailJob } from './platform/mail/mail.ts'
import { outboxDelivery } from './platform/mail/outbox.ts'
import { smtpDelivery } from './platform/mail/smtp.ts'
import type { Outbound } from './platform/outbound/outbound.ts'
import { everyHour, everyMinute, type Schedule } from './platform/schedule.ts'
import { forgetGivenUp } from './platform/sealed-jobs.ts'
import { createUploadQuota, purgeOldUploads } from './platform/uploads/upload-quota.ts'
import { uploadRoutes } from './platform/uploads/uploads.routes.ts'
import { version } from './version.ts'

type Options = Pick<Config, 'uploadLimits' | 'trustedProxies' | 'corsOrigins' | 'sessionDays'> &
  Partial<Pick<Config, 'ownerRowsPerDay' | 'mapStyleUrl' | 'mapOrigins' | 'security'>> & {
    isDemo: boolean
    hasOutbox: boolean
    isExposed: boolean
    limiter: Limiter
    keys: ApiKeys
    billing: Billing
    contacts?: ContactDesk
    outbound: Outbound
    lookEveryMs?: number | undefined
    machinery: Machinery
    state: () => 'ready' | 'draining'
    storesAnswer: () => Promise<boolean>
  }

export function composeApp(services: Services, hub: Hub, options: Options) {
  const app = createApp({ log: services.log, publicUrl: services.publicUrl, now: services.clock.now, ...options })
  serveMailTemplates(app, { ...options, publicUrl: services.publicUrl })
  const uploads = createUploadQuota(services, options.uploadLimits)
  const routes = [
    ...aboutRoutes({ ...options, hasDemoAuthority: ({ db, actor }) => hasDemoAuthority(db, actor.userId) }),
    ...identityRoutes({
      sessionDays: options.sessionDays,
      ordersUnderWay,
      subscriptionOf: (db, userId) => glanceSubscription({ db, ...options.billing }, userId),
      closePages: (ctx) => closePages({ ...ctx, ...options.billing }, ctx.actor.userId),
      leaveBilling: (stores, userId) => leaveBilling({ ...stores, ...options.billing }, userId),
      forgetNotes,
      forgetSearches,
      forgetWebhooks,
    }),
    ...auditLogRoutes,
    ...creditRoutes,
    ...couponRoutes(selectPayments),
    ...billingRoutes(options.billing),
    ...propertyRoutes({
      deliveredTo: ({ db, actor }) => deliveredIds(db, actor.userId),
      excludedCriteria,
      maxFileBytes: options.uploadLimits.maxFileBytes,
    }),
    ...campaignRoutes,
    ...savedSearchRoutes({ deliveredTo: deliveredIds }),
    ...dncRoutes,
    ...contactRoutes({ desk: options.contacts ?? noVendor }),
    ...orderRoutes({ contacts: options.contacts ?? noVendor }),
    ...apiKeyRoutes,
    ...statisticsRoutes(options.machinery),
    ...creditSettingEffectRoutes,
    ...webhookRoutes({ outbound: options.outbound, holdAccount }),
    ...fileRoutes,
    ...uploadRoutes(uploads),
  ]
  mount(app, routes, {
    services,
    hub,
    uploads,
    ownerRowsPerDay: options.ownerRowsPerDay ?? defaultOwnerRowsPerDay,
    authenticate: (token) => authenticate(services, token),
    rolesOf: (sessionIds) => rolesOf(services, sessionIds),
    lookEveryMs: options.lookEveryMs,
    keys: options.keys,
    limiter: options.limiter,
    callerOf: (request) => ({
      ipAddress: clientAddress(
        getConnInfo(request).remote.address ?? '',
        request.req.header('x-forwarded-for'),
        options.trustedProxies,
      ),
      userAgent: (request.req.header('user-agent') ?? '').slice(0, 300),
    }),
  })
  return app
}

export function composeSchedule(services: Services, billing: Billing): Schedule {
  const { db, clock } = services
  return {
    ...orderSchedule(services),
    'maintain-file-imports': everyMinute(() => keepFileImports(services)),
    'purge-idempotency-keys': everyMinute(() => forgetOldAnswers(db)),
    'purge-upload-counts': everyHour(() => purgeOldUploads(services)),
    'purge-rate-limits': everyMinute(() => forgetOldCounts(db)),
    'purge-failed-jobs': everyHour(() => forgetGivenUp(services)),
    'purge-superseded-jobs': everyMinute(() => deleteSupersededJobs(db)),
    'purge-codes': everyMinute(() => forgetExpiredCodes(db, clock.now())),
    'purge-sessions': everyHour(() => forgetOldSessions(db, clock.now())),
    'purge-unverified-accounts': everyHour(() => forgetUnverified(db, clock.now())),
    ...apiKeySchedule(services),
    ...dncSchedule(services),
    ...contactSchedule(services),
    ...creditSchedule(services),
    ...savedSearchSchedule(services),
    ...billingSchedule({ ...services, ...billing }),
    ...webhookSchedule(services),
  }
}

export const composeTasks = (
  services: Services,
  { deliver, billing, contacts = noVendor }: { deliver: Deliver; billing: Billing; contacts?: ContactDesk },
) => ({
  ...orderTasks({ ...services, contacts }),
  ...dncTasks(services),
  ...contactTasks(services),
  [fileImportKinds.ROLL.job]: runImportRoll(services),
  [sendMailJob]: runSendMail(services, deliver),
  ...identityTasks(services),
  ...creditTasks(services, selectPayments),
  ...savedSearchTasks({ ...services, deliveredTo: deliveredIds }),
  ...billingTasks({ ...services, ...billing }),
})

export const composeMachinery = (config: Config, startedAt: Date): Machinery => ({
  version,
  startedAt,
  roles: config.roles,
  isEmbedded: { postgres: !config.databaseUrl, clickhouse: !config.clickhouseUrl },
  mailWay: config.smtpUrl ? 'SMTP' : hasOutbox(config) ? 'OUTBOX' : 'NONE',
})

/** Mails are shown instead of being sent in a demo without a mail server. */
export const hasOutbox = ({ demo, smtpUrl }: Pick<Config, 'demo' | 'smtpUrl'>) => demo && !smtpUrl

/** What becomes of mails: sent, shown, or, where neither is possible, kept in the queue as long as it tries. */
export function composeDelivery(config: Config, services: Services): Deliver & { close?: () => void } {
  if (config.smtpUrl) return smtpDelivery({ url: config.smtpUrl, from: config.mailFrom })
  if (hasOutbox(config)) return outboxDelivery(services)
  return async () => {
    throw new Error('Mails cannot be sent: SMTP_URL is not set.')
  }
}

export function composeBilling(config: Config, services: Services): Billing {
  const invoicing = { seller: config.invoiceSeller, tax: config.invoiceTax }
  if (config.stripe) return { provider: createStripe({ ...config.stripe, clock: services.clock }), invoicing }
  return { provider: config.demo ? createSandbox(services) : null, invoicing }
}
