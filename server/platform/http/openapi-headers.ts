import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { allCalls, callsOfKey } from './limits.ts'

/** Where a call stands with the limit that is nearest. */
export function limitHeadersOf({ access, limits = [] }: AnyEndpoint) {
  const [{ name, times, seconds } = access === 'API_KEY' ? callsOfKey : allCalls] = limits
  return {
    'RateLimit-Policy': {
      description: 'The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)',
      schema: { type: 'string' as const },
      example: `"${name}";q=${times};w=${seconds}`,
    },
    RateLimit: {
      description: 'Where this caller stands with it: calls left (`r`), seconds until the count begins anew (`t`)',
      schema: { type: 'string' as const },
      example: `"${name}";r=${times - 1};t=${seconds}`,
    },
  }
}

export const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const }, example: 42 },
}

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  description:
    'The same key and body gives the same answer for 24 hours, and waits for it while the first request is under way; ' +
    'another body is refused with 409.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 200 },
  example: '0b9f3b1e-4a62-4df1-9d0f-6a4c8c1f7e55',
}
