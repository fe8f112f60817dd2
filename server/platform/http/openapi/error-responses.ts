import { type AnyEndpoint, SignedPayload } from '@dooryard/contract/api/endpoint'
import { ErrorBody, type ErrorCode, statusByErrorCode } from '@dooryard/contract/api/errors'
import { accountLimit, apiKeyLimit } from '../limits/rate-limits.ts'

type ErrorMeaning = { means: string; message: string; extra?: Record<string, unknown> }

const meaningByCode: Record<ErrorCode, ErrorMeaning> = {
  VALIDATION: {
    means: 'The request is invalid; `issues` names the fields',
    message: 'Quantity must be 1 or greater',
    extra: { issues: [{ path: 'quantity', message: 'Quantity must be 1 or greater' }] },
  },
  NOT_AUTHENTICATED: { means: 'No valid access token', message: 'Not authenticated' },
  INSUFFICIENT_CREDITS: {
    means: 'Not enough credits; see `needed` and `available`',
    message: 'This order needs 500 credits and you have 120.',
    extra: { needed: 500, available: 120 },
  },
  FORBIDDEN: { means: 'Not allowed for this role', message: 'Your account is not allowed to do this.' },
  EMAIL_NOT_VERIFIED: {
    means: 'The password is right, but the email address is not verified; a code is on its way to it',
    message: 'Verify your email address first. Enter the 6-digit code we sent to it.',
  },
  SECOND_FACTOR_REQUIRED: {
    means: 'Second factor needed: send `challenge` with one of `methods` to `/v1/auth/public/second-factor`',
    message: 'Please complete two-step verification.',
    extra: { challenge: 'kT3…', methods: ['TOTP', 'RECOVERY_CODE'], expiresAt: '2026-11-02T09:40:00.000Z' },
  },
  SECOND_FACTOR_SETUP_REQUIRED: {
    means: 'The role requires a second factor that is not set up yet',
    message: 'Your role needs two-step verification. Please set it up first.',
  },
  STEP_UP_REQUIRED: {
    means: 'Call `/v1/auth/private/step-up` with one of `methods`, then repeat the call',
    message: 'Please confirm your identity.',
    extra: { methods: ['TOTP', 'RECOVERY_CODE'] },
  },
  NOT_FOUND: { means: 'It does not exist, or belongs to another user', message: 'This order was not found.' },
  CONFLICT: {
    means: 'The request conflicts with the current state',
    message: 'Only a pending order can be cancelled; this one has started or ended.',
  },
  PAYLOAD_TOO_LARGE: { means: 'The request is too large', message: 'The request is larger than 1 MB.' },
  UNSUPPORTED_MEDIA_TYPE: {
    means: 'The request body has the wrong media type',
    message: 'Send the request body as application/json.',
  },
  UNPROCESSABLE: {
    means: 'A business rule refuses the request',
    message: 'An order needs at least one filter.',
  },
  RATE_LIMITED: {
    means: 'Too many requests; retry after `Retry-After` seconds',
    message: 'Too many attempts. Please try again in 42 seconds.',
  },
  INTERNAL: {
    means: 'Something went wrong on our side',
    message: 'Something went wrong on our side. Please try again.',
  },
  UNAVAILABLE: {
    means: 'Starting, stopping, overloaded or without a store; retry after `Retry-After` seconds',
    message: 'The server is restarting. Please try again.',
  },
}

const apiKeyMeaningByCode: Partial<Record<ErrorCode, ErrorMeaning>> = {
  NOT_AUTHENTICATED: {
    means: 'No valid API key: missing, malformed, expired, revoked or unknown',
    message: 'This API key has expired.',
  },
  FORBIDDEN: {
    means:
      'The API key lacks the scope of this call, is used from an IP address it does not allow, or is a test key where a live key is needed',
    message: 'This API key lacks the scope orders:write.',
  },
}

function listErrorCodes(endpoint: AnyEndpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(['VALIDATION', 'INTERNAL', 'UNAVAILABLE', ...(endpoint.errors ?? [])])
  if (endpoint.access !== 'ANYONE') codes.add('NOT_AUTHENTICATED')
  if (isRateLimited(endpoint)) codes.add('RATE_LIMITED')
  if (Array.isArray(endpoint.access) || endpoint.scope || endpoint.refusedWhileImpersonating) codes.add('FORBIDDEN')
  if (endpoint.access !== 'ANYONE' && endpoint.access !== 'API_KEY' && !endpoint.beforeSecondFactor)
    codes.add('SECOND_FACTOR_SETUP_REQUIRED')
  if (endpoint.stepUp) codes.add('STEP_UP_REQUIRED')
  if (endpoint.params) codes.add('NOT_FOUND')
  if (endpoint.body) codes.add('PAYLOAD_TOO_LARGE')
  if (endpoint.body && endpoint.body !== SignedPayload) codes.add('UNSUPPORTED_MEDIA_TYPE')
  if (endpoint.idempotent) codes.add('CONFLICT')
  return [...codes].sort((a, b) => statusByErrorCode[a] - statusByErrorCode[b])
}

export const isRateLimited = ({ access, limits }: AnyEndpoint) => access !== 'ANYONE' || limits !== undefined

const requestId = '01K9Z3V7Q4W8N2B6D5F0H1J3K7'

/** Codes that share a status share a response, with an example of each. */
function buildErrorResponse(codes: ErrorCode[], endpoint: AnyEndpoint) {
  const meanings = codes.map((code) => {
    const apiKeyMeaning = endpoint.access === 'API_KEY' ? apiKeyMeaningByCode[code] : undefined
    return { code, ...(apiKeyMeaning ?? meaningByCode[code]) }
  })
  const [only, ...others] = meanings.map(({ code, message, extra }) => ({ message, code, requestId, ...extra }))
  const examples = Object.fromEntries([only, ...others].map((value) => [value?.code, { value }]))
  return {
    description: meanings.map(({ code, means }) => (others.length > 0 ? `\`${code}\`: ${means}` : means)).join('. '),
    ...(codes.includes('RATE_LIMITED') && { headers: { ...buildLimitHeaderDocs(endpoint), ...retryAfter } }),
    ...(codes.includes('UNAVAILABLE') && { headers: retryAfter }),
    content: {
      'application/json': { schema: ErrorBody, ...(others.length > 0 ? { examples } : { example: only }) },
    },
  }
}

export function buildErrorResponses(endpoint: AnyEndpoint) {
  const codesByStatus = Map.groupBy(listErrorCodes(endpoint), (code) => String(statusByErrorCode[code]))
  return Object.fromEntries([...codesByStatus].map(([status, codes]) => [status, buildErrorResponse(codes, endpoint)]))
}

export function buildLimitHeaderDocs({ access, limits = [] }: AnyEndpoint) {
  const [{ name, times, seconds } = access === 'API_KEY' ? apiKeyLimit : accountLimit] = limits
  return {
    'RateLimit-Policy': {
      description: 'The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)',
      schema: { type: 'string' as const },
      example: `"${name}";q=${times};w=${seconds}`,
    },
    RateLimit: {
      description: 'Remaining calls of this caller (`r`), seconds until the limit resets (`t`)',
      schema: { type: 'string' as const },
      example: `"${name}";r=${times - 1};t=${seconds}`,
    },
  }
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const }, example: 42 },
}

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  description:
    'The same key and body gives the same answer for 24 hours, and waits for it while the first request is in ' +
    'progress; another body is refused with 409.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 200 },
  example: '0b9f3b1e-4a62-4df1-9d0f-6a4c8c1f7e55',
}
