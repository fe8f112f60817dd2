import { minuteMs } from '@dooryard/contract/api/time'
import { Secret, TOTP } from 'otpauth'

/** For the first code of an app: left open, its secret could be confirmed by anyone who has seen it. */
export const totpStartMs = 10 * minuteMs

/** What every authenticator app can do (RFC 6238): six digits of HMAC-SHA-1, new every 30 seconds. */
const parameters = { issuer: 'Dooryard', algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Steps accepted before and after the present one: the clocks of phones differ, and typing takes time. */
const window = 1

/** 160 bits, as RFC 4226 recommends, in base 32. */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32

export const buildTotpUri = (secret: string, email: string): string =>
  new TOTP({ ...parameters, label: email, secret }).toString()

/** The 30-second step, counted from the epoch, whose code this is; null for a wrong code. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...parameters, secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
