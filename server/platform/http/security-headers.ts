import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { NONCE, secureHeaders } from 'hono/secure-headers'

const twoYears = 63_072_000

type Options = {
  publicUrl: string
  mapOrigins?: readonly string[] | undefined
}

const forbidding = ({ publicUrl, mapOrigins = [] }: Options): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", NONCE],
      // The mails of the outbox are made of style attributes, as mails are; they can load nothing.
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...mapOrigins],
      connectSrc: ["'self'", ...mapOrigins],
      frameSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    permissionsPolicy: Object.fromEntries(unused.map((feature) => [feature, []])),
    xFrameOptions: 'DENY',
    referrerPolicy: 'no-referrer',
    strictTransportSecurity: transportSecurity(publicUrl),
  })

/** Over plain http it is void. */
const transportSecurity = (publicUrl: string) =>
  publicUrl.startsWith('https:') && `max-age=${twoYears}; includeSubDomains`

/** A worker obeys the policy of its own file; the rest, a kilobyte for each file, is said of the page. */
const ofAssets = ({ publicUrl, mapOrigins = [] }: Options): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      // The worker of a map reads the shapes that the page gives it from addresses of this kind, which lead nowhere.
      connectSrc: ["'self'", 'data:', ...mapOrigins],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: transportSecurity(publicUrl),
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })

export function securityHeaders(options: Options): MiddlewareHandler {
  const ofFiles = ofAssets(options)
  const ofTheRest = forbidding(options)
  return (request, next) => (request.req.path.startsWith('/assets/') ? ofFiles : ofTheRest)(request, next)
}

const unused = [
  'accelerometer',
  'autoplay',
  'camera',
  'displayCapture',
  'encryptedMedia',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'pictureInPicture',
  'publickeyCredentialsGet',
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

/** What the API says belongs to whoever asked, so nobody on the way keeps it. */
export const noStore: MiddlewareHandler = async (request, next) => {
  await next()
  if (request.res.headers.get('content-type')?.startsWith('application/json'))
    request.res.headers.set('Cache-Control', 'no-store')
}
