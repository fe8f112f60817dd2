import { tokenExpiryMarginSeconds } from '@dooryard/contract/api/limits'

/** Whether a token has expired or is about to. An unreadable token counts as expired. */
export function isExpiringSoon(token: string, now: number): boolean {
  return isExpired(token, now + tokenExpiryMarginSeconds * 1000)
}

/** Whether a token has expired, as an unreadable one has. */
export const isExpired = (token: string, now: number) => (getClaim(token, 'exp') ?? 0) <= now / 1000

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
