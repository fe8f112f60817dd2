import { getConnInfo } from '@hono/node-server/conninfo'
import { type Config, defaultOwnerRowsPerDay } from './config.ts'
import { apiKeyChores, apiKeyRoutes } from './modules/api-keys/index.ts'
import { auditLogRoutes } from './modules/audit-log/index.ts'
import {
  type Billing,
  billingChores,
  billingRoutes,
  billingTasks,
  closePages,
  createSandbox,
  createStripe,
  glanceSubscription,
  leaveBilling,
  selectPayments,
} from './modules/billing/index.ts'
import { campaignRoutes } from './modules/campaigns/index.ts'
import { type ContactDesk, contactChores, contactRoutes, contactTasks, noVendor } from './modules/contacts/index.ts'
import { couponRoutes } from './modules/coupons/index.ts'
import { creditChores, creditRoutes, creditTasks } from './modules/credits/index.ts'
import { hasDemoAuthority } from './modules/demo/index.ts'
import { dncChores, dncRoutes, dncTasks } from './modules/dnc/index.ts'
import {
  authenticate,
  forgetExpiredCodes,
  forgetOldSessions,
  forgetUnverified,
  holdAccount,
  identityRoutes,
  identityTasks,
  rolesOf,
  type SessionDays,
} from './modules/identity/index.ts'
import {
  deliveredIds,
  forgetNotes,
  orderChores,
  orderRoutes,
  ordersUnderWay,
  orderTasks,
} from './modules/orders/index.ts'
import { importRollJob, keepImports, propertyRoutes, runImportRoll } from './modules/properties/index.ts'
import {
  excludedCriteria,
  forgetSearches,
  savedSearchChores,
  savedSearchRoutes,
  savedSearchTasks,
} from './modules/saved-searches/index.ts'
import { creditSettingEffectRoutes, type Machinery, statisticsRoutes } from './modules/statistics/index.ts'
import { forgetWebhooks, webhookChores, webhookRoutes } from './modules/webhooks/index.ts'
import type { Services } from './platform/context.ts'
import { keepFileImports } from './platform/file-imports/file-imports.ts'
import { aboutRoutes } from './platform/http/about.routes.ts'
import type { ApiKeys } from './platform/http/admit-key.ts'
import { createApp } from './platform/http/app.ts'
import { type AddressRange, clientAddress } from './platform/http/client-address.ts'
import { fileRoutes } from './platform/http/files.routes.ts'
import { forgetOldAnswers } from './platform/http/idempotency.ts'
import { forgetOldCounts, type Limiter } from './platform/http/limits.ts'
import { serveMailTemplates } from './platform/http/mail-templates.ts'
import { mount } from './platform/http/mount.ts'
import type { SecurityContact } from './platform/http/security-txt.ts'
import type { Hub } from './platform/live/hub.ts'
import { type Deliver, runSendMail, sendMailJob } from './platform/mail/mail.ts'
import { outboxDelivery } from './platform/mail/outbox.ts'
import { smtpDelivery } from './platform/mail/smtp.ts'
import type { Outbound } from './platform/outbound/outbound.ts'
import { forgetGivenUp } from './platform/sealed-jobs.ts'
import { createUploadQuota, purgeOldUploads, type UploadLimits } from './platform/uploads/upload-quota.ts'
import { uploadRoutes } from './platform/uploads/uploads.routes.ts'
import { version } from './version.ts'

type Options = {
  uploadLimits: UploadLimits
  /** Rows with unpaid owners that an account may read in a day; as the configuration has it unless said. */
  ownerRowsPerDay?: number | undefined
  isDemo: boolean
  /** Whether mails are shown instead of being sent. */
  hasOutbox: boolean
  /** Whether other machines reach the portal, so that mails are shown to administrators alone. */
  isExposed: boolean
  /** The style that maps are drawn on, and where its parts come from. */
  mapStyleUrl?: string | undefined
  mapOrigins?: readonly string[]
  limiter: Limiter
  /** What lets programs in. */
  keys: ApiKeys
  billing: Billing
  /** Who is asked for the contacts that no file has; nobody unless said. */
  contacts?: ContactDesk
  /** The way out to what webhooks call. */
  outbound: Outbound
  /** Whose X-Forwarded-For is believed. */
  trustedProxies: readonly AddressRange[]
  /** Whose pages may call the API. */
  corsOrigins: readonly string[]
  /** How long sessions may last. */
  sessionDays: SessionDays
  /** Whom security researchers write to; nobody unless said. */
  security?: SecurityContact | undefined
  /** How often open streams are looked after; as `mount` says unless said. */
  lookEveryMs?: number | undefined
  /** What the process that answers is. */
  machinery: Machinery
  state: () => 'ready' | 'draining'
  storesAnswer: () => Promise<boolean>
}

/** Every route of every module, on one application. */
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

/** What a worker looks after now and then, besides its jobs. A chore that fails is logged, and holds up no other. */
export async function keepHouse(services: Services, billing: Billing): Promise<void> {
  const { db, clock, log } = services
  const chores = {
    ...orderChores(services),
    keepImports: () => keepImports(services),
    keepFileImports: () => keepFileImports(services),
    forgetOldAnswers: () => forgetOldAnswers(db),
    purgeOldUploads: () => purgeOldUploads(services),
    forgetOldCounts: () => forgetOldCounts(db),
    forgetGivenUp: () => forgetGivenUp(services),
    forgetExpiredCodes: () => forgetExpiredCodes(db, clock.now()),
    forgetOldSessions: () => forgetOldSessions(db, clock.now()),
    forgetUnverified: () => forgetUnverified(db, clock.now()),
    ...apiKeyChores(services),
    ...dncChores(services),
    ...contactChores(services),
    ...creditChores(services),
    ...savedSearchChores(services),
    ...billingChores({ ...services, ...billing }),
    ...webhookChores(services),
  }
  for (const [chore, keep] of Object.entries(chores)) {
    try {
      await keep()
    } catch (error) {
      log.error({ err: error, chore }, 'housekeeping failed')
    }
  }
}

/** Every job that a worker knows, by name. */
export const composeTasks = (
  services: Services,
  { deliver, billing, contacts = noVendor }: { deliver: Deliver; billing: Billing; contacts?: ContactDesk },
) => ({
  ...orderTasks({ ...services, contacts }),
  ...dncTasks(services),
  ...contactTasks(services),
  [importRollJob]: runImportRoll(services),
  [sendMailJob]: runSendMail(services, deliver),
  ...identityTasks(services),
  ...creditTasks(services, selectPayments),
  ...savedSearchTasks({ ...services, deliveredTo: deliveredIds }),
  ...billingTasks({ ...services, ...billing }),
})

/** What this process is, to be shown to administrators. */
export const composeMachinery = (config: Config, startedAt: Date): Machinery => ({
  version,
  startedAt,
  roles: config.roles,
  isEmbedded: { postgres: !config.databaseUrl, clickhouse: !config.clickhouseUrl },
  mailWay: config.smtpUrl ? 'SMTP' : hasOutbox(config) ? 'OUTBOX' : 'NONE',
})

/** Whether mails are shown instead of being sent: in a demo without a mail server. */
export const hasOutbox = ({ demo, smtpUrl }: Pick<Config, 'demo' | 'smtpUrl'>) => demo && !smtpUrl

/** What becomes of mails: sent, shown, or, where neither is possible, kept in the queue as long as it tries. */
export function composeDelivery(config: Config, services: Services): Deliver & { close?: () => void } {
  if (config.smtpUrl) return smtpDelivery({ url: config.smtpUrl, from: config.mailFrom })
  if (hasOutbox(config)) return outboxDelivery(services)
  return async () => {
    throw new Error('Mails cannot be sent: SMTP_URL is not set.')
  }
}

/** Who takes the money: Stripe where it is configured, a demo's sandbox, or nobody. */
export function composeBilling(config: Config, services: Services): Billing {
  const invoicing = { seller: config.invoiceSeller, tax: config.invoiceTax }
  if (config.stripe) return { provider: createStripe({ ...config.stripe, clock: services.clock }), invoicing }
  return { provider: config.demo ? createSandbox(services) : null, invoicing }
}
