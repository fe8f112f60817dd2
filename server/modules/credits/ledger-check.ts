import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../platform/context.ts'
import { insertCheck, lockCheck, updateCheck } from './ledger-check.queries.ts'

/** What became of a day's check so far. */
export type LedgerCheck = {
  begunAt: Date
  isIntact: boolean | null
  accounts: number | null
  entries: number | null
  digest: Buffer | null
  checkedAt: Date | null
  lateAt: Date | null
}

type Keeper = Pick<Services, 'db' | 'secrets'>

export const begunAt = (at: Date): LedgerCheck => ({
  begunAt: at,
  isIntact: null,
  accounts: null,
  entries: null,
  digest: null,
  checkedAt: null,
  lateAt: null,
})

/**
 * The check of a day, locked for the rest of the transaction; undefined where none has begun. A row without the
 * portal's seal is none: somebody else wrote it.
 */
export async function openCheck(inside: Keeper, day: string): Promise<LedgerCheck | undefined> {
  const row = await lockCheck(inside.db, day)
  if (!row?.begunAt || !row.seal) return undefined
  const { seal, day: _, ...noted } = row
  const check = { ...noted, begunAt: row.begunAt }
  const right = sealOf(inside, day, check)
  return seal.length === right.length && timingSafeEqual(seal, right) ? check : undefined
}

/** Like `openCheck`, and where none has begun nobody else begins it meanwhile. */
export async function claimCheck(inside: Keeper, day: string): Promise<LedgerCheck | undefined> {
  await insertCheck(inside.db, day)
  return openCheck(inside, day)
}

export const keepCheck = async (inside: Keeper, day: string, check: LedgerCheck): Promise<void> => {
  await updateCheck(inside.db, day, { ...check, seal: sealOf(inside, day, check) })
}

function sealOf({ secrets }: Pick<Services, 'secrets'>, day: string, check: LedgerCheck): Buffer {
  const { begunAt, isIntact, accounts, entries, digest, checkedAt, lateAt } = check
  const facts = [day, begunAt, isIntact, accounts, entries, digest?.toString('hex') ?? null, checkedAt, lateAt]
  return createHmac('sha256', secrets.derive('ledger checks')).update(JSON.stringify(facts)).digest()
}
