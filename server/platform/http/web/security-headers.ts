import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { NONCE, secureHeaders } from 'hono/secure-headers'

const twoYears = 63_072_000

type SecurityHeaderOptions = {
  publicUrl: string
  mapOrigins?: readonly string[] | undefined
  sentryDsn?: string | undefined
}

const strictHeaders = ({ publicUrl, mapOrigins = [], sentryDsn }: SecurityHeaderOptions): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", NONCE],
      // The mails of the outbox use style attributes, as mails do; they can load nothing.
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...mapOrigins],
      connectSrc: ["'self'", ...mapOrigins, ...(sentryDsn ? [new URL(sentryDsn).origin] : [])],
      frameSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // The map's own button asks for the place of the device.
    permissionsPolicy: { ...Object.fromEntries(unusedFeatures.map((feature) => [feature, []])), geolocation: ['self'] },
    xFrameOptions: 'DENY',
    referrerPolicy: 'no-referrer',
    strictTransportSecurity: formatTransportSecurity(publicUrl),
  })

/** The header has no effect over plain http. */
const formatTransportSecurity = (publicUrl: string) =>
  publicUrl.startsWith('https:') && `max-age=${twoYears}; includeSubDomains`

/** A worker obeys the policy of its own file; the other directives, a kilobyte per file, apply to the page only. */
const assetHeaders = ({ publicUrl, mapOrigins = [] }: SecurityHeaderOptions): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      // The map's worker reads the shapes from data URLs that the page passes to it.
      connectSrc: ["'self'", 'data:', ...mapOrigins],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: formatTransportSecurity(publicUrl),
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })

export function securityHeaders(options: SecurityHeaderOptions): MiddlewareHandler {
  const fileHeaders = assetHeaders(options)
  const otherHeaders = strictHeaders(options)
  return (request, next) => (request.req.path.startsWith('/assets/') ? fileHeaders : otherHeaders)(request, next)
}

const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'displayCapture',
  'encryptedMedia',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'pictureInPicture',
  'screenWakeLock',
  'serial',
  'usb',
  'xrSpatialTracking',
] as const

export const crossOrigin = (origins: readonly string[]): MiddlewareHandler =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-API-Key'],
    exposeHeaders: ['Content-Disposition', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })

/** API responses belong to their caller, so no intermediary may store them. */
export const noStore: MiddlewareHandler = async (request, next) => {
  await next()
  if (request.res.headers.get('content-type')?.startsWith('application/json'))
    request.res.headers.set('Cache-Control', 'no-store')
}
