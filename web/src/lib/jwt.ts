import { tokenExpiryMarginSeconds } from '@dooryard/contract/limits'

/** Whether a token has expired or is about to. One that cannot be read counts as expired. */
export function expiresSoon(token: string, now = Date.now()): boolean {
  const expiry = expiryOf(token)
  return expiry === undefined || expiry - now / 1000 <= tokenExpiryMarginSeconds
}

function expiryOf(token: string): number | undefined {
  try {
    const payload = token.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const expiry = (claims as { exp?: unknown } | null)?.exp
    return typeof expiry === 'number' ? expiry : undefined
  } catch {
    return undefined
  }
}
