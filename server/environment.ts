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
import { parseAddressRange } from './platform/util/client-address.ts'
import { ProviderEnvironment } from './sign-in-providers.ts'

export const roles = ['api', 'worker'] as const
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type Role = (typeof roles)[number]

/** What users may see of owners without a purchase, and how many names a day they may search for. */
export const defaultOwners = {
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

/** The environment variables with their formats and defaults. README.md describes them. */
export const Environment = ProviderEnvironment.extend({
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
