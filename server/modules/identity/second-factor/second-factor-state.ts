import type { SecondFactorState } from '@dooryard/contract/identity/second-factor'
import type { Context } from '../../../platform/context.ts'
import { hashToken } from '../../../platform/crypto/tokens.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { deleteEmailChange } from '../email-change/email-changes.queries.ts'
import { deletePasskeysOfUser } from '../passkeys/passkeys.queries.ts'
import { deleteChallenges, deleteExpiredChallenges } from './challenges.queries.ts'
import { deleteDevices, deleteExpiredDevices, listDevices } from './devices.queries.ts'
import {
  countRecoveryCodes,
  deleteExpiredTotpSecrets,
  deleteRecoveryCodes,
  deleteTotpSecret,
  deleteUnconfirmedTotpSecret,
  findSecondFactor,
} from './second-factors.queries.ts'
import { totpStartMs } from './totp-rules.ts'

export async function getSecondFactor({ db, actor, clock, device }: Context): Promise<SecondFactorState> {
  const { methods, isRequired, totpConfirmedAt } = await findSecondFactor(db, actor.userId)
  const devices = await listDevices(db, actor.userId, clock.now())
  const currentHash = device?.token === undefined ? undefined : hashToken(device.token)
  return {
    methods,
    isRequired,
    totpConfirmedAt: totpConfirmedAt?.toISOString(),
    recoveryCodesLeft: await countRecoveryCodes(db, actor.userId),
    devices: devices.map(({ id, userAgent, tokenHash, ...times }) => ({
      ...{ id, userAgent },
      createdAt: times.createdAt.toISOString(),
      lastUsedAt: times.lastUsedAt.toISOString(),
      expiresAt: times.expiresAt.toISOString(),
      isCurrent: currentHash?.equals(tokenHash) ?? false,
    })),
  }
}

/**
 * After a new password, the end of all sessions, or a change of access or factors: ends what began before, be it a sign-in,
 * the setting up of an app or a change of email, and asks other devices for the second factor again.
 */
export async function endFirstFactor(
  { db }: { db: Db },
  userId: string,
  { exceptDevice }: { exceptDevice?: string | undefined } = {},
): Promise<void> {
  await deleteChallenges(db, userId)
  await deleteUnconfirmedTotpSecret(db, userId)
  await deleteEmailChange(db, userId)
  await deleteDevices(db, userId, exceptDevice === undefined ? undefined : hashToken(exceptDevice))
}

/** Passkeys, recovery codes and remembered devices included. */
export async function deleteSecondFactor(db: Db, userId: string): Promise<void> {
  await deletePasskeysOfUser(db, userId)
  await deleteTotpSecret(db, userId)
  await deleteRecoveryCodes(db, userId)
  await deleteDevices(db, userId)
  await deleteChallenges(db, userId)
  await deleteEmailChange(db, userId)
}

/** Of sign-ins and apps that were never completed, and of devices remembered long ago. */
export async function purgeExpiredSecondFactors(db: Db, now: Date): Promise<void> {
  await deleteExpiredChallenges(db, now)
  await deleteExpiredTotpSecrets(db, new Date(now.getTime() - totpStartMs))
  await deleteExpiredDevices(db, now)
}
