import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { dayMs, minuteMs } from '@dooryard/contract/time'
import { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PublicContext } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type CodePurpose, countGuess, deleteExpiredCodes, putCode, takeCode } from './email-codes.queries.ts'

export const codeLifeMs = 10 * minuteMs
const guessesAllowed = 5
/** Expired codes are kept for as long as the job that made one may run again. */
export const codesKeptMs = dayMs

/** Drawn by the request: a job that runs twice mails one code, and the end says which of two requests was later. */
export const DrawnCode = z.object({ code: z.string(), expiresAt: z.iso.datetime() })
export type DrawnCode = z.infer<typeof DrawnCode>

export const drawCode = ({ clock }: { clock: Clock }, forMs = codeLifeMs): DrawnCode => ({
  code: String(randomInt(1_000_000)).padStart(6, '0'),
  expiresAt: new Date(clock.now().getTime() + forMs).toISOString(),
})

/** Of two codes that were drawn, the later still ends later. */
export const livingFor = ({ code, expiresAt }: DrawnCode, forMs: number): DrawnCode => ({
  code,
  expiresAt: new Date(Date.parse(expiresAt) - codeLifeMs + forMs).toISOString(),
})

type Keys = { db: Db; secrets: Secrets }

/** False when this or a later request has had its code already. */
export const keepCode = (ctx: Keys, userId: string, purpose: CodePurpose, { code, expiresAt }: DrawnCode) =>
  putCode(ctx.db, {
    userId,
    purpose,
    codeHash: hashOf(ctx.secrets, userId, purpose, code),
    expiresAt: new Date(expiresAt),
  })

/** Keyed, because a million codes are soon tried, and bound to one user and purpose. */
const hashOf = (secrets: Secrets, userId: string, purpose: CodePurpose, code: string) =>
  createHmac('sha256', secrets.derive('email-code')).update(`${userId} ${purpose} ${code}`).digest()

type Guesser = Keys & { clock: Clock } & Partial<Pick<PublicContext, 'requestId' | 'caller'>>
type Guess = { email: string; code: string }

type RightCode = { userId: string; purpose: CodePurpose; codeHash: Buffer }

/**
 * Whose code this is, sent for one of these purposes. A guess is counted before it is compared, so of any number at once
 * five at most are compared with a code. UNPROCESSABLE, in the same words, for a code that is wrong, expired, spent or
 * was never sent. `compare` tells whether two hashes of the same length are the same.
 */
export async function guessCode(
  ctx: Guesser,
  purposes: readonly [CodePurpose, ...CodePurpose[]],
  { email, code }: Guess,
  { compare = timingSafeEqual } = {},
): Promise<RightCode> {
  const kept = await countGuess(ctx.db, { email, purposes, allowed: guessesAllowed, now: ctx.clock.now() })
  const knownId = kept[0]?.knownId ?? null
  // For every purpose, whether a code of it was sent or not, so that it takes as long.
  const rights = purposes.map((purpose) => {
    const row = kept.find((one) => one.purpose === purpose)
    const codeHash = hashOf(ctx.secrets, knownId ?? '', purpose, code)
    const isRight = row?.codeHash?.length === codeHash.length && compare(row.codeHash, codeHash)
    return knownId !== null && isRight ? { userId: knownId, purpose, codeHash } : null
  })
  const right = rights.find((one) => one !== null)
  if (right) return right
  // For an unknown email as well, so that it takes as long.
  const object = knownId === null ? {} : { object: { type: 'user', id: knownId } }
  const purpose = kept.find(({ codeHash }) => codeHash !== null)?.purpose ?? purposes[0]
  await audit(ctx, { action: 'code.refused', ...object, after: { purpose } })
  throw wrongCode()
}

/** Of two at once, one is refused. */
export async function spendCode(db: Db, { userId, purpose, codeHash }: RightCode) {
  if (!(await takeCode(db, userId, purpose, codeHash))) throw wrongCode()
}

export function wrongCode() {
  const message = 'The code is not right or has expired.'
  return appError('UNPROCESSABLE', message, { issues: [{ path: 'code', message }] })
}

export const forgetExpiredCodes = (db: Db, now: Date) => deleteExpiredCodes(db, new Date(now.getTime() - codesKeptMs))
