import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { minuteMs } from '@dooryard/contract/api/time'
import type { PublicContext } from '../../../platform/context.ts'
import { isFirstChallengeUse } from './passkeys.queries.ts'

export const passkeyChallengeLifeMs = 5 * minuteMs

/** What a challenge may be answered for, and by whom: a user or session, or nobody in particular. */
export type ChallengePurpose = { purpose: 'CREATE' | 'SIGN_IN' | 'SECOND_FACTOR'; of?: string }

type ChallengeContext = Pick<PublicContext, 'secrets' | 'clock'>

const randomBytesCount = 16
const expiryBytesCount = 6

/**
 * Creates a challenge, in base64url. It carries its expiry and a keyed hash over both and the purpose, so that visitors
 * of the sign-in screen, who all get one, add no rows.
 */
export function createChallenge({ secrets, clock }: ChallengeContext, purpose: ChallengePurpose): string {
  const expiry = Buffer.alloc(expiryBytesCount)
  expiry.writeUIntBE(clock.now().getTime() + passkeyChallengeLifeMs, 0, expiryBytesCount)
  const payload = Buffer.concat([randomBytes(randomBytesCount), expiry])
  return Buffer.concat([payload, signPayload(secrets, purpose, payload)]).toString('base64url')
}

/** Whether the challenge was created here for this purpose and has not expired. It may have been used. */
export function isChallengeValid({ secrets, clock }: ChallengeContext, purpose: ChallengePurpose, challenge: string) {
  const bytes = Buffer.from(challenge, 'base64url')
  const payload = bytes.subarray(0, randomBytesCount + expiryBytesCount)
  const expected = signPayload(secrets, purpose, payload)
  const given = bytes.subarray(payload.length)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  return readExpiry(bytes) > clock.now().getTime()
}

const readExpiry = (bytes: Buffer) => bytes.readUIntBE(randomBytesCount, expiryBytesCount)

const signPayload = (secrets: ChallengeContext['secrets'], { purpose, of = '' }: ChallengePurpose, payload: Buffer) =>
  createHmac('sha256', secrets.derive('passkey-challenge')).update(`${purpose} ${of} `).update(payload).digest()

/** Of two answers to a valid challenge, false for the second, which waits for the transaction of the first. */
export const consumeChallenge = ({ db }: Pick<PublicContext, 'db'>, challenge: string): Promise<boolean> => {
  const bytes = Buffer.from(challenge, 'base64url')
  const challengeHash = createHash('sha256').update(bytes).digest()
  return isFirstChallengeUse(db, { challengeHash, expiresAt: new Date(readExpiry(bytes)) })
}
