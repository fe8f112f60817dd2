import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { toUnixSeconds } from '@dooryard/contract/time'
import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'

const issuer = 'dooryard'
const audience = 'dooryard-api'
const accessMinutes = 15

type Keys = { secrets: Secrets; clock: Clock }

type Named = { id: string; userId: string; impersonatorId: string | null; expiresAt: Date }

/** Lives for 15 minutes, and no longer than the session. `act` is for readers of the token, as in RFC 8693. */
export async function issueAccessToken({ secrets, clock }: Keys, { id, userId, impersonatorId, expiresAt }: Named) {
  const now = toUnixSeconds(clock.now())
  // Rounded down, so that a token never lives longer than was meant.
  const end = Math.min(now + accessMinutes * 60, toUnixSeconds(expiresAt))
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

/** Null for anything that is no valid token. */
export async function readAccessToken({ secrets, clock }: Keys, token: string) {
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

const mac = (secrets: Secrets, sessionId: string, generation: number) =>
  createHmac('sha256', secrets.derive('refresh-token')).update(`${sessionId}.${generation}`).digest()

/** Made from session, generation and secret alone: two tabs that refresh at once get one token, and none is stored. */
export const issueRefreshToken = (secrets: Secrets, sessionId: string, generation: number) =>
  `dyr_${sessionId}.${generation}.${mac(secrets, sessionId, generation).toString('base64url')}`

/** Null for anything we did not issue, to the letter. */
export function readRefreshToken(secrets: Secrets, token: string) {
  const match = /^dyr_([0-9a-f-]{36})\.(\d{1,9})\./.exec(token)
  if (!match) return null
  const [, sessionId = '', digits = ''] = match
  const generation = Number(digits)
  const given = Buffer.from(token)
  const ours = Buffer.from(issueRefreshToken(secrets, sessionId, generation))
  return given.length === ours.length && timingSafeEqual(given, ours) ? { sessionId, generation } : null
}
