import { type Role, roles } from '@dooryard/contract/api/roles'
import type {
  SecondFactorPolicies,
  SecondFactorPolicyChange,
  SecondFactorReset,
} from '@dooryard/contract/identity/second-factor'
import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { secondFactorResetMail } from '../../../platform/mail/templates/second-factor.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { auditImpersonationsEnded } from '../sessions/sessions.ts'
import { findUser, lockUser } from '../users/users.queries.ts'
import { deleteSecondFactor } from './second-factor-state.ts'
import { findSecondFactor, savePolicy, selectPolicies } from './second-factors.queries.ts'

export async function listPolicies(db: Db): Promise<SecondFactorPolicies> {
  const rows = await selectPolicies(db)
  const items = roles.map((role) => {
    const row = rows.find((one) => one.role === role)
    return { role, isRequired: row?.isRequired ?? false, changedAt: row?.changedAt.toISOString() }
  })
  return { items }
}

/** UNPROCESSABLE where it would lock out the administrator who does it. */
export const changePolicy = (
  ctx: Context,
  { role, isRequired, reason }: SecondFactorPolicyChange,
): Promise<SecondFactorPolicies> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    // Keeps the administrator's own second factor until the commit.
    await lockUser(db, actor.userId)
    if (isRequired && role === ('SUPER_ADMIN' satisfies Role)) await requireOwnFactor(db, actor.userId)
    const { items } = await listPolicies(db)
    const before = { role, isRequired: items.some((one) => one.role === role && one.isRequired) }
    if (before.isRequired === isRequired) return { items }
    await savePolicy(db, { role, isRequired, changedBy: actor.userId, changedAt: clock.now() })
    await audit(tx, { action: 'second_factor.policy_changed', before, after: { role, isRequired }, reason })
    return listPolicies(db)
  })

async function requireOwnFactor(db: Db, userId: string) {
  const { methods } = await findSecondFactor(db, userId)
  if (methods.length === 0) throw appError('UNPROCESSABLE', 'Set up two-step verification of your own account first.')
}

type UserSecondFactor = { methods: SecondFactorMethod[]; isRequired: boolean }

/** NOT_FOUND for an unknown user. */
export async function getUserSecondFactor(db: Db, userId: string): Promise<UserSecondFactor> {
  if (!(await findUser(db, userId))) throw notFound('This user')
  const { methods, isRequired } = await findSecondFactor(db, userId)
  return { methods, isRequired }
}

/**
 * For a user who has lost it, maybe to a thief: ends the user's sessions too. CONFLICT without a second factor;
 * UNPROCESSABLE for one's own, which is turned off in the settings.
 */
export const resetSecondFactor = (ctx: Context, userId: string, { reason }: SecondFactorReset): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    if (userId === actor.userId)
      throw appError('UNPROCESSABLE', 'Turn off your own two-step verification in your account settings.')
    const user = await lockUser(db, userId)
    if (!user) throw notFound('This user')
    const { methods } = await findSecondFactor(db, userId)
    if (methods.length === 0) throw appError('CONFLICT', 'This user has no two-step verification.')
    const now = clock.now()
    const ended = await endSessions(db, { userId }, now)
    await deleteSecondFactor(db, userId)
    await queueMail(tx, secondFactorResetMail(tx, user, { why: reason, at: now }))
    await audit(tx, {
      action: 'second_factor.reset',
      object: { type: 'user', id: userId },
      before: { methods },
      reason,
    })
    await auditImpersonationsEnded(ended, tx)
    return undefined
  })
