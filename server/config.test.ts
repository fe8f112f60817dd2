import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { parseAddressRange } from './platform/util/client-address.ts'

test('an empty environment is a demo on this machine, and empty variables count as absent', () => {
  const defaults = {
    port: 3000,
    host: '127.0.0.1',
    dataDir: '.data',
    importDir: '.data/import',
    publicUrl: 'http://localhost:3000',
    publicAliases: [],
    mailFrom: 'Dooryard <no-reply@localhost>',
    privateTargets: true,
    invoiceSeller: ['Dooryard'],
    invoiceTax: { name: 'Sales tax', rate: 0 },
    trustedProxies: [],
    corsOrigins: [],
    security: { contacts: [] },
    mapOrigins: [],
    logLevel: 'info',
    roles: ['api', 'worker'],
    sessionDays: { user: 90, administrator: 30 },
    signInProviders: [],
    owners: { areOpen: false, revealsPerDay: 25, nameSearchesPerDay: 100 },
    uploadLimits: { maxFileBytes: 4_294_967_296, customerFileBytes: 268_435_456, customerDailyBytes: 1_073_741_824 },
    demo: true,
    hasDemoHistory: true,
    exposedBy: null,
    isDemoHeldBack: false,
  }
  expect(readConfig({})).toEqual(defaults)
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toEqual(defaults)
})

test('every variable takes effect', () => {
  const env = {
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/dooryard',
    DATABASE_URL: 'postgresql://me:pw@db/dooryard',
    CLICKHOUSE_URL: 'https://ch:8443',
    PUBLIC_URL: 'https://dooryard.example.com/',
    PUBLIC_URL_ALIASES: 'https://www.dooryard.example.com',
    SMTP_URL: 'smtps://me:pw@mail.example.com',
    MAIL_FROM: 'Doors <doors@example.com>',
    STRIPE_SECRET_KEY: 'rk_live_fictional',
    STRIPE_WEBHOOK_SECRET: 'whsec_fictional',
    STRIPE_API_URL: 'http://localhost:12111',
    CONTACT_VENDOR_URL: 'https://api.example.com/trace',
    CONTACT_VENDOR_KEY: 'fictional-key',
    CONTACT_VENDOR_NAME: 'Example Tracing',
    CONTACT_DAILY_LIMIT: '250',
    WEBHOOK_PRIVATE_TARGETS: 'on',
    INVOICE_SELLER: 'Doors, Inc. | 1 Example Street|Nashville, TN 37203',
    INVOICE_TAX_NAME: 'VAT',
    INVOICE_TAX_PERCENT: '8.255',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
    CORS_ORIGINS: 'https://app.example.com, http://localhost:5173',
    SECURITY_CONTACT: 'mailto:security@example.com, https://example.com/report',
    SECURITY_POLICY: 'https://example.com/policy',
    SENTRY_DSN: 'https://public@sentry.example.com/1',
    MAP_STYLE_URL: 'https://maps.example.com/styles/streets.json?key=fictional',
    MAP_ORIGINS: 'https://tiles.example.com, https://fonts.example.com',
    DEMO_HISTORY: 'none',
    LOG_LEVEL: 'debug',
    DOORYARD_ROLES: 'worker',
    DOORYARD_SECRET: 's'.repeat(32),
    MAX_UPLOAD_MB: '10',
    SESSION_MAX_DAYS: '14',
    SESSION_MAX_DAYS_ADMIN: '1',
    OWNER_DATA: 'open',
    OWNER_REVEALS_PER_DAY: '0',
    OWNER_NAME_SEARCHES_PER_DAY: '7',
    GOOGLE_CLIENT_ID: 'fictional.apps.example.com',
    GOOGLE_CLIENT_SECRET: 'fictional-google',
    MICROSOFT_CLIENT_ID: 'fictional-id',
    MICROSOFT_CLIENT_SECRET: 'fictional-microsoft',
    MICROSOFT_TENANT: 'example.com',
    OIDC_ISSUER: 'https://login.example.com/realms/doors',
    OIDC_CLIENT_ID: 'dooryard',
    OIDC_CLIENT_SECRET: 'fictional-oidc',
    OIDC_NAME: 'Example Login',
    CUSTOMER_UPLOAD_MB: '2',
    CUSTOMER_UPLOADS_DAILY_MB: '5',
  }
  expect(readConfig(env)).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/var/lib/dooryard',
    importDir: '/var/lib/dooryard/import',
    databaseUrl: 'postgresql://me:pw@db/dooryard',
    clickhouseUrl: 'https://ch:8443',
    publicUrl: 'https://dooryard.example.com',
    publicAliases: ['https://www.dooryard.example.com'],
    smtpUrl: 'smtps://me:pw@mail.example.com',
    mailFrom: 'Doors <doors@example.com>',
    stripe: { secretKey: 'rk_live_fictional', webhookSecret: 'whsec_fictional', apiUrl: 'http://localhost:12111' },
    contactVendor: {
      url: 'https://api.example.com/trace',
      key: 'fictional-key',
      name: 'Example Tracing',
      dailyLimit: 250,
    },
    privateTargets: true,
    invoiceSeller: ['Doors, Inc.', '1 Example Street', 'Nashville, TN 37203'],
    invoiceTax: { name: 'VAT', rate: 8255 },
    trustedProxies: ['127.0.0.1/32', '10.0.0.0/8', '2001:db8::/32'].map(parseAddressRange),
    corsOrigins: ['https://app.example.com', 'http://localhost:5173'],
    security: {
      contacts: ['mailto:security@example.com', 'https://example.com/report'],
      policy: 'https://example.com/policy',
    },
    sentryDsn: 'https://public@sentry.example.com/1',
    mapStyleUrl: 'https://maps.example.com/styles/streets.json?key=fictional',
    mapOrigins: ['https://maps.example.com', 'https://tiles.example.com', 'https://fonts.example.com'],
    logLevel: 'debug',
    roles: ['worker'],
    secret: 's'.repeat(32),
    sessionDays: { user: 14, administrator: 1 },
    signInProviders: [
      {
        ...{ id: 'google', name: 'Google', issuer: 'https://accounts.google.com' },
        ...{ clientId: 'fictional.apps.example.com', clientSecret: 'fictional-google' },
      },
      {
        ...{ id: 'microsoft', name: 'Microsoft', issuer: 'https://login.microsoftonline.com/example.com/v2.0' },
        ...{ clientId: 'fictional-id', clientSecret: 'fictional-microsoft' },
      },
      {
        ...{ id: 'oidc', name: 'Example Login', issuer: 'https://login.example.com/realms/doors' },
        ...{ clientId: 'dooryard', clientSecret: 'fictional-oidc' },
      },
    ],
    owners: { areOpen: true, revealsPerDay: 0, nameSearchesPerDay: 7 },
    uploadLimits: { maxFileBytes: 10_485_760, customerFileBytes: 2_097_152, customerDailyBytes: 5_242_880 },
    demo: false,
    hasDemoHistory: false,
    exposedBy: 'HOST',
    isDemoHeldBack: false,
  })
  expect(readConfig({ ...env, DEMO: 'on', WEBHOOK_PRIVATE_TARGETS: 'off' }).demo).toBe(true)
  expect(readConfig({ DEMO: 'off' }).demo).toBe(false)
})

test('mails come from the host of the portal by default', () => {
  expect(readConfig({ PUBLIC_URL: 'https://portal.example.com:8443' }).mailFrom).toBe(
    'Dooryard <no-reply@portal.example.com>',
  )
  for (const from of ['doors@example.com', 'The Doors, Inc. <doors@example.com>'])
    expect(readConfig({ MAIL_FROM: from }).mailFrom).toBe(from)
})

describe('an invalid value is reported in one sentence', () => {
  const sentence = (env: Record<string, string>) => {
    try {
      readConfig(env)
      return 'accepted'
    } catch (error) {
      return (error as Error).message
    }
  }

  test.each([
    [{ PORT: 'http' }, 'PORT must be a number from 1 to 65535, not "http".'],
    [{ PORT: '65536' }, 'PORT must be a number from 1 to 65535, not "65536".'],
    [{ PORT: '0' }, 'PORT must be a number from 1 to 65535, not "0".'],
    [{ PORT: '-1' }, 'PORT must be a number from 1 to 65535, not "-1".'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".'],
    [{ DEMO_HISTORY: 'decade' }, 'DEMO_HISTORY must be one of year, none, not "decade".'],
    [{ DEMO: 'maybe' }, 'DEMO must be one of on, off, not "maybe".'],
    [{ DOORYARD_ROLES: 'api,cook' }, 'DOORYARD_ROLES must be one of api, worker, not "cook".'],
    [{ OWNER_DATA: 'yes' }, 'OWNER_DATA must be one of masked, open, not "yes".'],
    [{ OWNER_REVEALS_PER_DAY: 'many' }, 'OWNER_REVEALS_PER_DAY must be a whole number of owners, not "many".'],
    [{ SESSION_MAX_DAYS: '0' }, 'SESSION_MAX_DAYS must be a whole number of days from 1 to 365, not "0".'],
    [{ SESSION_MAX_DAYS: '366' }, 'SESSION_MAX_DAYS must be a whole number of days from 1 to 365, not "366".'],
    [
      { SESSION_MAX_DAYS_ADMIN: '1.5' },
      'SESSION_MAX_DAYS_ADMIN must be a whole number of days from 1 to 365, not "1.5".',
    ],
    [{ DOORYARD_SECRET: 'short' }, 'DOORYARD_SECRET must have at least 32 characters.'],
    [{ PUBLIC_URL: 'dooryard.example.com' }, 'PUBLIC_URL must be a URL like https://dooryard.example.com.'],
    [{ CLICKHOUSE_URL: 'tcp://ch:9000' }, 'CLICKHOUSE_URL must be a URL like http://user:password@host:8123/dooryard.'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be a URL like smtps://user:password@mail.example.com.'],
    [
      { STRIPE_SECRET_KEY: 'pk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
      'STRIPE_SECRET_KEY must begin with sk_ or rk_.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'sk_x' },
      'STRIPE_WEBHOOK_SECRET must begin with whsec_.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_x' },
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both, or neither.',
    ],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec_x' },
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both, or neither.',
    ],
    [{ GOOGLE_CLIENT_ID: 'fictional' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set all, or none.'],
    ...[
      ['OIDC_ISSUER', 'https://login.example.com'],
      ['OIDC_CLIENT_ID', 'dooryard'],
      ['OIDC_CLIENT_SECRET', 'fictional'],
    ].map(([name = '', value = '']): [Record<string, string>, string] => [
      { [name]: value },
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all, or none.',
    ]),
    ...['login.example.com', 'http://login.example.com', 'ftp://localhost'].map(
      (issuer): [Record<string, string>, string] => [
        { OIDC_ISSUER: issuer },
        'OIDC_ISSUER must be a URL like https://login.example.com; http only on this machine.',
      ],
    ),
    [
      { MICROSOFT_TENANT: 'common/evil' },
      'MICROSOFT_TENANT must be common, organizations, consumers, or the id or domain of a tenant.',
    ],
    [{ STRIPE_API_URL: 'api.stripe.com' }, 'STRIPE_API_URL must be a URL like https://api.stripe.com.'],
    [{ INVOICE_TAX_PERCENT: '100' }, 'INVOICE_TAX_PERCENT must be a percentage like 8.25, not "100".'],
    [{ INVOICE_TAX_PERCENT: '-1' }, 'INVOICE_TAX_PERCENT must be a percentage like 8.25, not "-1".'],
    [{ MAIL_FROM: 'Dooryard' }, 'MAIL_FROM must be like Dooryard <no-reply@example.com>, not "Dooryard".'],
    [
      { MAIL_FROM: 'Dooryard no-reply@example.com' },
      'MAIL_FROM must be like Dooryard <no-reply@example.com>, not "Dooryard no-reply@example.com".',
    ],
    [
      { MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' },
      'MAIL_FROM must be like Dooryard <no-reply@example.com>, not "a@example.com\\r\\nBcc: b@example.com".',
    ],
    [
      { SECURITY_CONTACT: 'mailto:security@example.com, http://example.com/report' },
      'SECURITY_CONTACT must be addresses like mailto:security@example.com or https://example.com/report, not "http://example.com/report".',
    ],
    [
      { SECURITY_CONTACT: 'security@example.com' },
      'SECURITY_CONTACT must be addresses like mailto:security@example.com or https://example.com/report, not "security@example.com".',
    ],
    [{ SECURITY_POLICY: 'https://example.com/policy' }, 'SECURITY_POLICY is of no use without SECURITY_CONTACT.'],
    [
      { TRUSTED_PROXIES: '10.0.0.1, proxy.local' },
      'TRUSTED_PROXIES must be addresses or ranges like 10.0.0.0/8, not "proxy.local".',
    ],
    ...['*', 'https://app.example.com/', 'app.example.com', 'null'].map((origin): [Record<string, string>, string] => [
      { CORS_ORIGINS: origin },
      `CORS_ORIGINS must be origins like https://app.example.com, not "${origin}".`,
    ]),
    [
      { MAP_STYLE_URL: 'https://maps.example.com/style.json', MAP_ORIGINS: 'https://tiles.example.com/' },
      'MAP_ORIGINS must be origins like https://tiles.example.com, not "https://tiles.example.com/".',
    ],
    [{ MAP_ORIGINS: 'https://tiles.example.com' }, 'MAP_ORIGINS is of no use without MAP_STYLE_URL.'],
    ...[
      '../maps/us.pmtiles',
      '/maps/us.pmtiles',
      'C:\\us.pmtiles',
      'us.mbtiles',
      'ftp://maps.example.com/us.pmtiles',
      'https://',
    ].map((location): [Record<string, string>, string] => [
      { BASEMAP: location },
      'BASEMAP must be a .pmtiles file in the data folder, like maps/county.pmtiles, or a URL like https://maps.example.com/us.pmtiles or s3://bucket/us.pmtiles.',
    ]),
    [
      { BASEMAP: 's3://maps/us.pmtiles' },
      'BASEMAP cannot be read. To read from S3, start Dooryard with AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    ],
    [
      { BASEMAP: 'us.pmtiles', MAP_STYLE_URL: 'https://maps.example.com/style.json' },
      'BASEMAP and MAP_STYLE_URL exclude each other: a style brings its own base map. Set one of them.',
    ],
    ...[
      'https://tiles.example.com/{z}/{x}.jpg',
      'tiles/{z}/{x}/{y}',
      'https://{x}/{z}/{x}/{y}',
      'https://{x}.example.com/{z}/{y}',
      'https://{s}.example.com/{z}/{x}/{y}',
    ].map((template): [Record<string, string>, string] => [
      { IMAGERY_URL: template },
      'IMAGERY_URL must be a URL like https://tiles.example.com/{z}/{x}/{y}.jpg.',
    ]),
    [{ IMAGERY_MAX_ZOOM: '16' }, 'IMAGERY_MAX_ZOOM is of no use without IMAGERY_URL.'],
    [
      { IMAGERY_URL: 'https://tiles.example.com/{z}/{x}/{y}', IMAGERY_MAX_ZOOM: '23' },
      'IMAGERY_MAX_ZOOM must be a number from 1 to 22, not "23".',
    ],
    [{ SENTRY_DSN: 'https://sentry.example.com' }, 'SENTRY_DSN must be like https://key@sentry.example.com/1.'],
    [{ MAP_STYLE_URL: '/style.json' }, 'MAP_STYLE_URL must be a URL like https://tiles.example.com/style.json.'],
    [
      { DOORYARD_ROLES: 'worker' },
      'DOORYARD_ROLES=worker needs DATABASE_URL and CLICKHOUSE_URL: the embedded stores allow one process only, with both roles.',
    ],
  ])('%j', (env, expected) => expect(sentence(env)).toBe(expected))

  test('an error never repeats a value that may be a password', () => {
    const bad = sentence({ DATABASE_URL: 'mysql://me:hunter2@db/x' })
    expect(bad).toBe('DATABASE_URL must be a URL like postgresql://user:password@host:5432/dooryard.')
    for (const name of ['DATABASE_URL', 'CLICKHOUSE_URL', 'SMTP_URL', 'DOORYARD_SECRET'])
      expect(sentence({ [name]: 'hunter2' })).not.toContain('hunter2')
  })
})

test('a base map and aerial pictures are set beside each other, and the pictures may be loaded', () => {
  const template = 'https://pictures.example.com/{z}/{y}/{x}'
  const env = { IMAGERY_URL: template, IMAGERY_ATTRIBUTION: 'Example Air', IMAGERY_MAX_ZOOM: '16' }
  expect(readConfig({ BASEMAP: 'maps/county.pmtiles', ...env })).toMatchObject({
    baseMap: 'maps/county.pmtiles',
    imagery: { url: template, attribution: 'Example Air', maxZoom: 16 },
    mapOrigins: ['https://pictures.example.com'],
  })
})
