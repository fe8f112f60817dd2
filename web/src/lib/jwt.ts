import { tokenExpiryMarginSeconds } from '@dooryard/contract/limits'

/** Whether a token has expired or is about to. One that cannot be read counts as expired. */
export function expiresSoon(token: string, now: number): boolean {
  const expiry = claimOf(token, 'exp')
  return expiry === undefined || expiry - now / 1000 <= tokenExpiryMarginSeconds
}

/** When a token was issued, in seconds. */
export const issuedAt = (token: string) => claimOf(token, 'iat')

function claimOf(token: string, name: 'exp' | 'iat'): number | undefined {
  try {
    const payload = token.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const claim = (claims as Record<string, unknown> | null)?.[name]
    return typeof claim === 'number' ? claim : undefined
  } catch {
    return undefined
  }
}
