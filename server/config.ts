import { join } from 'node:path'
import { z } from 'zod'
import {
  BaseMapLocation,
  dailyLimit,
  enumValue,
  ImageryMaxZoom,
  ImageryUrl,
  listValue,
  MailFrom,
  matchingText,
  megabyte,
  megabytes,
  Percent,
  Port,
  parseContact,
  parseOrigin,
  SentryDsn,
  sessionDays,
  url,
} from './config-values.ts'
import { type ExposingSetting, findExposure } from './exposure.ts'
import type { ProviderConfig } from './modules/identity/index.ts'
import { parseS3Location } from './platform/files/locations/s3.ts'
import { type AddressRange, parseAddressRange } from './platform/util/client-address.ts'
import { ProviderEnvironment, readProviders } from './sign-in-providers.ts'

const roles = ['api', 'worker'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type Role = (typeof roles)[number]

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
  /** A new demo begins with a year behind it. */
  hasDemoHistory: boolean
  /** Null where the portal can only be reached from this machine. */
  exposedBy: ExposingSetting | null
  isDemoHeldBack: boolean
}

export const defaultOwners: Config['owners'] = {
  areOpen: false,
  // Enough to judge a list by its owners, too few to mail to.
  revealsPerDay: 25,
  // Enough to look for known owners, too few to try a list of names.
  nameSearchesPerDay: 100,
}

const Roles = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((role) => role.trim()))])
  .pipe(z.array(enumValue('DOORYARD_ROLES', roles)))

const Environment = ProviderEnvironment.extend({
  PORT: Port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  IMPORT_DIR: z.string().optional(),
  DATABASE_URL: url(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    'postgresql://user:password@host:5432/dooryard',
  ).optional(),
  CLICKHOUSE_URL: url('CLICKHOUSE_URL', ['http:', 'https:'], 'http://user:password@host:8123/dooryard').optional(),
  PUBLIC_URL: url('PUBLIC_URL', ['http:', 'https:'], 'https://dooryard.example.com').optional(),
  PUBLIC_URL_ALIASES: listValue('PUBLIC_URL_ALIASES', parseOrigin, 'origins like https://www.example.com').default([]),
  SMTP_URL: url('SMTP_URL', ['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com').optional(),
  MAIL_FROM: MailFrom.optional(),
  STRIPE_SECRET_KEY: matchingText(/^(sk|rk)_\S+$/, 'STRIPE_SECRET_KEY must begin with sk_ or rk_.').optional(),
  STRIPE_WEBHOOK_SECRET: matchingText(/^whsec_\S+$/, 'STRIPE_WEBHOOK_SECRET must begin with whsec_.').optional(),
  STRIPE_API_URL: url('STRIPE_API_URL', ['http:', 'https:'], 'https://api.stripe.com').optional(),
  CONTACT_VENDOR_URL: url('CONTACT_VENDOR_URL', ['http:', 'https:'], 'https://api.example.com/trace').optional(),
  CONTACT_VENDOR_KEY: matchingText(
    /^[\x21-\x7e]+$/,
    'CONTACT_VENDOR_KEY must have no blanks and no letters beyond ASCII.',
  ).optional(),
  CONTACT_VENDOR_NAME: matchingText(
    /^[\w .-]{1,60}$/,
    'CONTACT_VENDOR_NAME must be of letters, digits, blanks, dots and dashes.',
  ).optional(),
  CONTACT_DAILY_LIMIT: dailyLimit('CONTACT_DAILY_LIMIT', 'owners').default(10_000),
  WEBHOOK_PRIVATE_TARGETS: enumValue('WEBHOOK_PRIVATE_TARGETS', ['on', 'off']).optional(),
  INVOICE_SELLER: z.string().default('Dooryard'),
  INVOICE_TAX_NAME: z.string().default('Sales tax'),
  INVOICE_TAX_PERCENT: Percent.default(0),
  TRUSTED_PROXIES: listValue('TRUSTED_PROXIES', parseAddressRange, 'addresses or ranges like 10.0.0.0/8').default([]),
  CORS_ORIGINS: listValue('CORS_ORIGINS', parseOrigin, 'origins like https://app.example.com').default([]),
  SECURITY_CONTACT: listValue(
    'SECURITY_CONTACT',
    parseContact,
    'addresses like mailto:security@example.com or https://example.com/report',
  ).default([]),
  SECURITY_POLICY: url('SECURITY_POLICY', ['https:'], 'https://example.com/security').optional(),
  BASEMAP: BaseMapLocation.optional(),
  IMAGERY_URL: ImageryUrl.optional(),
  IMAGERY_ATTRIBUTION: z.string().optional(),
  IMAGERY_MAX_ZOOM: ImageryMaxZoom.optional(),
  MAP_STYLE_URL: url('MAP_STYLE_URL', ['http:', 'https:'], 'https://tiles.example.com/style.json').optional(),
  MAP_ORIGINS: listValue('MAP_ORIGINS', parseOrigin, 'origins like https://tiles.example.com').optional(),
  SENTRY_DSN: SentryDsn.optional(),
  LOG_LEVEL: enumValue('LOG_LEVEL', logLevels).default('info'),
  DOORYARD_ROLES: Roles.default([...roles]),
  DOORYARD_SECRET: z.string().min(32, 'DOORYARD_SECRET must have at least 32 characters.').optional(),
  SESSION_MAX_DAYS: sessionDays('SESSION_MAX_DAYS').default(90),
  SESSION_MAX_DAYS_ADMIN: sessionDays('SESSION_MAX_DAYS_ADMIN').default(30),
  MAX_UPLOAD_MB: megabytes('MAX_UPLOAD_MB').default(4096 * megabyte),
  CUSTOMER_UPLOAD_MB: megabytes('CUSTOMER_UPLOAD_MB').default(256 * megabyte),
  CUSTOMER_UPLOADS_DAILY_MB: megabytes('CUSTOMER_UPLOADS_DAILY_MB').default(1024 * megabyte),
  OWNER_DATA: enumValue('OWNER_DATA', ['masked', 'open']).default('masked'),
  OWNER_REVEALS_PER_DAY: dailyLimit('OWNER_REVEALS_PER_DAY', 'owners').default(defaultOwners.revealsPerDay),
  OWNER_NAME_SEARCHES_PER_DAY: dailyLimit('OWNER_NAME_SEARCHES_PER_DAY', 'names').default(
    defaultOwners.nameSearchesPerDay,
  ),
  DEMO: enumValue('DEMO', ['on', 'off']).optional(),
  DEMO_HISTORY: enumValue('DEMO_HISTORY', ['year', 'none']).default('year'),
})

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
