import { toUnixSeconds } from '@dooryard/contract/api/time'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Secrets } from '../crypto/secrets.ts'
import type { Clock } from '../util/clock.ts'

export const fileLinkMinutes = 5

const FileLinkClaims = z.object({ key: z.string(), fileName: z.string(), contentType: z.string() })
export type FileLinkClaims = z.infer<typeof FileLinkClaims>

type FileLinkDeps = { secrets: Secrets; clock: Clock }

export const signFileLink = (
  { secrets, clock }: FileLinkDeps,
  ticket: FileLinkClaims,
  minutes = fileLinkMinutes,
): Promise<string> =>
  new SignJWT(ticket)
    .setProtectedHeader({ alg: 'HS256', typ: 'ticket' })
    .setExpirationTime(toUnixSeconds(clock.now()) + minutes * 60)
    .sign(secrets.derive('file-ticket'))

/** Returns null when the token is altered, expired or not ours. */
export async function verifyFileLink({ secrets, clock }: FileLinkDeps, token: string): Promise<FileLinkClaims | null> {
  try {
    const { payload } = await jwtVerify(token, secrets.derive('file-ticket'), {
      algorithms: ['HS256'],
      typ: 'ticket',
      requiredClaims: ['exp'],
      currentDate: clock.now(),
    })
    return FileLinkClaims.parse(payload)
  } catch {
    return null
  }
}
