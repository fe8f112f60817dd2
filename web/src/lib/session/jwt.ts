import { tokenExpiryMarginSeconds } from '@dooryard/contract/api/limits'

/** Whether a token has expired or is about to. An unreadable token counts as expired. */
export function isExpiringSoon(token: string, now: number): boolean {
  const expiry = getClaim(token, 'exp')
  return expiry === undefined || expiry - now / 1000 <= tokenExpiryMarginSeconds
}

/** When a token was issued, in seconds. */
export const getIssuedAt = (token: string) => getClaim(token, 'iat')

function getClaim(token: string, name: 'exp' | 'iat'): number | undefined {
  try {
    const payload = token.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const claim = (claims as Record<string, unknown> | null)?.[name]
    return typeof claim === 'number' ? claim : undefined
  } catch {
    return undefined
  }
}
