import { join } from 'node:path'
import type { z } from 'zod'
import { Environment, type logLevels, type Role, roles } from './environment.ts'
import { type ExposingSetting, findExposure } from './exposure.ts'
import type { ProviderConfig } from './modules/identity/index.ts'
import { parseS3Location } from './platform/files/locations/s3.ts'
import type { AddressRange } from './platform/util/client-address.ts'
import { readProviders } from './sign-in-providers.ts'

/** README.md describes the environment variables. */
export type Config = {
  port: number
  host: string
  dataDir: string
  /** The folder on this machine from which county files can be imported and refreshed. */
  importDir: string
  databaseUrl?: string | undefined
  clickhouseUrl?: string | undefined
  publicUrl: string
  /** Further origins of the portal. */
  publicAliases: string[]
  smtpUrl?: string | undefined
  mailFrom: string
  stripe?: { secretKey: string; webhookSecret: string; apiUrl?: string | undefined } | undefined
  contactVendor?: { url: string; key: string; name: string; dailyLimit: number } | undefined
  privateTargets: boolean
  invoiceSeller: string[]
  /** In thousandths of a percent. */
  invoiceTax: { name: string; rate: number }
  trustedProxies: AddressRange[]
  corsOrigins: string[]
  security: { contacts: string[]; policy?: string | undefined }
  /** A file in the data folder, or the address of one; undefined for the file that the portal looks for by itself. */
  baseMap?: string | undefined
  /** A template of addresses, for aerial pictures. */
  imagery?: { url: string; attribution?: string | undefined; maxZoom: number } | undefined
  mapStyleUrl?: string | undefined
  mapOrigins: string[]
  sentryDsn?: string | undefined
  logLevel: (typeof logLevels)[number]
  roles: Role[]
  secret?: string | undefined
  sessionDays: { user: number; administrator: number }
  signInProviders: ProviderConfig[]
  /** In bytes; the variables are in megabytes. */
  uploadLimits: { maxFileBytes: number; customerFileBytes: number; customerDailyBytes: number }
  /**
   * Whether everyone sees owners without a purchase; how many owners a user may reveal, and how many owner names search
   * for, per UTC day.
   */
  owners: { areOpen: boolean; revealsPerDay: number; nameSearchesPerDay: number }
  demo: boolean
  /** Whether a new demo gets a year of generated history. */
  hasDemoHistory: boolean
  /** Null where the portal can only be reached from this machine. */
  exposedBy: ExposingSetting | null
  isDemoHeldBack: boolean
}

/**
 * Reads the configuration from environment variables; an empty value counts as absent. Throws one sentence for an
 * invalid value.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const presentEnv = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = Environment.safeParse(presentEnv)
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message ?? 'The configuration is not valid.')
  const values = parsed.data
  const embedded = values.DATABASE_URL === undefined || values.CLICKHOUSE_URL === undefined
  if (embedded && values.DOORYARD_ROLES.length < roles.length)
    throw new Error(
      `DOORYARD_ROLES=${values.DOORYARD_ROLES.join(',')} needs DATABASE_URL and CLICKHOUSE_URL: ` +
        'the embedded stores allow one process only, with both roles.',
    )
  if ((values.STRIPE_SECRET_KEY === undefined) !== (values.STRIPE_WEBHOOK_SECRET === undefined))
    throw new Error('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both, or neither.')
  if ((values.CONTACT_VENDOR_URL === undefined) !== (values.CONTACT_VENDOR_KEY === undefined))
    throw new Error('CONTACT_VENDOR_URL and CONTACT_VENDOR_KEY belong together: set both, or neither.')
  if (values.SECURITY_POLICY && values.SECURITY_CONTACT.length === 0)
    throw new Error('SECURITY_POLICY is of no use without SECURITY_CONTACT.')
  if (values.MAP_ORIGINS && values.MAP_STYLE_URL === undefined)
    throw new Error('MAP_ORIGINS is of no use without MAP_STYLE_URL.')
  checkMaps(values, env)
  const allEmbedded = values.DATABASE_URL === undefined && values.CLICKHOUSE_URL === undefined
  const exposedBy = findExposure({
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    hasTrustedProxies: values.TRUSTED_PROXIES.length > 0,
  })
  const demo = values.DEMO ? values.DEMO === 'on' : allEmbedded && !exposedBy
  if (demo && exposedBy && values.WEBHOOK_PRIVATE_TARGETS === 'on')
    throw new Error(
      `WEBHOOK_PRIVATE_TARGETS=on and DEMO=on do not go together while ${exposedBy} lets other machines reach the portal: ` +
        'anyone could call its network by a demo account. Set one of them to off.',
    )
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '')
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    importDir: values.IMPORT_DIR ?? join(values.DATA_DIR, 'import'),
    databaseUrl: values.DATABASE_URL,
    clickhouseUrl: values.CLICKHOUSE_URL,
    publicUrl,
    publicAliases: values.PUBLIC_URL_ALIASES,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Dooryard <no-reply@${new URL(publicUrl).hostname}>`,
    stripe:
      values.STRIPE_SECRET_KEY && values.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: values.STRIPE_SECRET_KEY,
            webhookSecret: values.STRIPE_WEBHOOK_SECRET,
            apiUrl: values.STRIPE_API_URL,
          }
        : undefined,
    contactVendor:
      values.CONTACT_VENDOR_URL && values.CONTACT_VENDOR_KEY
        ? {
            url: values.CONTACT_VENDOR_URL,
            key: values.CONTACT_VENDOR_KEY,
            name: values.CONTACT_VENDOR_NAME ?? new URL(values.CONTACT_VENDOR_URL).hostname,
            dailyLimit: values.CONTACT_DAILY_LIMIT,
          }
        : undefined,
    privateTargets: values.WEBHOOK_PRIVATE_TARGETS
      ? values.WEBHOOK_PRIVATE_TARGETS === 'on'
      : demo && allEmbedded && !exposedBy,
    invoiceSeller: values.INVOICE_SELLER.split('|').map((line) => line.trim()),
    invoiceTax: { name: values.INVOICE_TAX_NAME, rate: values.INVOICE_TAX_PERCENT },
    trustedProxies: values.TRUSTED_PROXIES,
    corsOrigins: values.CORS_ORIGINS,
    security: { contacts: values.SECURITY_CONTACT, policy: values.SECURITY_POLICY },
    baseMap: values.BASEMAP,
    imagery: values.IMAGERY_URL
      ? { url: values.IMAGERY_URL, attribution: values.IMAGERY_ATTRIBUTION, maxZoom: values.IMAGERY_MAX_ZOOM ?? 19 }
      : undefined,
    mapStyleUrl: values.MAP_STYLE_URL,
    mapOrigins: listMapOrigins(values),
    sentryDsn: values.SENTRY_DSN,
    logLevel: values.LOG_LEVEL,
    roles: values.DOORYARD_ROLES,
    secret: values.DOORYARD_SECRET,
    sessionDays: { user: values.SESSION_MAX_DAYS, administrator: values.SESSION_MAX_DAYS_ADMIN },
    signInProviders: readProviders(values),
    uploadLimits: {
      maxFileBytes: values.MAX_UPLOAD_MB,
      customerFileBytes: values.CUSTOMER_UPLOAD_MB,
      customerDailyBytes: values.CUSTOMER_UPLOADS_DAILY_MB,
    },
    owners: {
      areOpen: values.OWNER_DATA === 'open',
      revealsPerDay: values.OWNER_REVEALS_PER_DAY,
      nameSearchesPerDay: values.OWNER_NAME_SEARCHES_PER_DAY,
    },
    demo,
    hasDemoHistory: values.DEMO_HISTORY === 'year',
    exposedBy,
    isDemoHeldBack: allEmbedded && exposedBy !== null && values.DEMO === undefined,
  }
}

type MapValues = Pick<
  z.infer<typeof Environment>,
  'BASEMAP' | 'MAP_STYLE_URL' | 'MAP_ORIGINS' | 'IMAGERY_URL' | 'IMAGERY_ATTRIBUTION' | 'IMAGERY_MAX_ZOOM'
>

function checkMaps(values: MapValues, env: Readonly<Record<string, string | undefined>>): void {
  if (values.BASEMAP && values.MAP_STYLE_URL)
    throw new Error('BASEMAP and MAP_STYLE_URL exclude each other: a style brings its own base map. Set one of them.')
  for (const name of ['IMAGERY_ATTRIBUTION', 'IMAGERY_MAX_ZOOM'] as const)
    if (values[name] !== undefined && !values.IMAGERY_URL) throw new Error(`${name} is of no use without IMAGERY_URL.`)
  const { refusal } = values.BASEMAP?.startsWith('s3:') ? parseS3Location(values.BASEMAP, env) : {}
  if (refusal) throw new Error(`BASEMAP cannot be read. ${refusal}`)
}

/** The origins that browsers may load parts of maps from. */
const listMapOrigins = ({ MAP_STYLE_URL, MAP_ORIGINS = [], IMAGERY_URL }: MapValues): string[] => [
  ...(MAP_STYLE_URL ? [new URL(MAP_STYLE_URL).origin, ...MAP_ORIGINS] : []),
  ...(IMAGERY_URL ? [new URL(IMAGERY_URL).origin] : []),
]
