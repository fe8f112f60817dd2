import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { toUnixSeconds } from '@dooryard/contract/api/time'
import { jwtVerify, SignJWT } from 'jose'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Clock } from '../../../platform/util/clock.ts'

const issuer = 'dooryard'
const audience = 'dooryard-api'
const accessTokenMinutes = 15

type TokenDeps = { secrets: Secrets; clock: Clock }

type TokenSession = { id: string; userId: string; impersonatorId: string | null; expiresAt: Date }

/** Expires after 15 minutes, and no later than the session. `act` is for readers of the token, as in RFC 8693. */
export async function issueAccessToken(
  { secrets, clock }: TokenDeps,
  { id, userId, impersonatorId, expiresAt }: TokenSession,
) {
  const now = toUnixSeconds(clock.now())
  // Rounded down, so that a token never lives longer than intended.
  const end = Math.min(now + accessTokenMinutes * 60, toUnixSeconds(expiresAt))
  return new SignJWT({ sid: id, ...(impersonatorId !== null && { act: { sub: impersonatorId } }) })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(end)
    .sign(secrets.derive('access-token'))
}

/** Null for an invalid token. */
export async function readAccessToken({ secrets, clock }: TokenDeps, token: string) {
  try {
    const { payload } = await jwtVerify(token, secrets.derive('access-token'), {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer,
      audience,
      requiredClaims: ['exp', 'sub', 'sid'],
      currentDate: clock.now(),
    })
    if (typeof payload['sid'] !== 'string' || payload.exp === undefined) return null
    return { sessionId: payload['sid'], expiresAt: new Date(payload.exp * 1000) }
  } catch {
    return null
  }
}

const signRefreshToken = (secrets: Secrets, sessionId: string, generation: number) =>
  createHmac('sha256', secrets.derive('refresh-token')).update(`${sessionId}.${generation}`).digest()

/**
 * Derived from session, generation and secret alone: two tabs that refresh concurrently get one token, and none is
 * stored.
 */
export const issueRefreshToken = (secrets: Secrets, sessionId: string, generation: number) =>
  `dyr_${sessionId}.${generation}.${signRefreshToken(secrets, sessionId, generation).toString('base64url')}`

/** Null for anything we did not issue exactly like this. */
export function readRefreshToken(secrets: Secrets, token: string) {
  const match = /^dyr_([0-9a-f-]{36})\.(\d{1,9})\./.exec(token)
  if (!match) return null
  const [, sessionId = '', digits = ''] = match
  const generation = Number(digits)
  const received = Buffer.from(token)
  const expected = Buffer.from(issueRefreshToken(secrets, sessionId, generation))
  return received.length === expected.length && timingSafeEqual(received, expected) ? { sessionId, generation } : null
}
