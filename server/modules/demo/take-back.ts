import type { AuditAction } from '@dooryard/contract/audit-log'
import { audit, type NewAuditEntry } from '../../platform/audit.ts'
import type { Services } from '../../platform/context.ts'
import { revokeKeys } from '../api-keys/index.ts'
import { selectHistory } from '../audit-log/index.ts'
import { stopCoupons } from '../coupons/index.ts'
import {
  auditImpersonationsIn,
  countAdministrators,
  holdCodes,
  lockAdministrators,
  type Restoration,
  restoreUser,
} from '../identity/index.ts'
import { barWebhooks } from '../webhooks/index.ts'
import { selectDemo, settleDemoAccounts } from './demo-accounts.queries.ts'
import {
  accountActions,
  couponActions,
  followGrants,
  isGrantedRole,
  isGrantedState,
  type Rights,
} from './grants-rules.ts'
import { lastingActions, type Report } from './report.ts'

const reason = 'The demo ended'

type Inside = Pick<Services, 'db' | 'clock'>
type Work = {
  entries: NewAuditEntry[]
  ended: NonNullable<Awaited<ReturnType<typeof restoreUser>>>['ended']
  taken: Pick<Report, 'restored' | 'keys' | 'webhooks' | 'coupons'>
}

/**
 * Takes back every role, key, session, webhook, invitation and working coupon that demo accounts granted, directly or
 * by somebody whom they had made an administrator, as the audit log tells, and closes the accounts; in the caller's
 * transaction, with entries of its own that name nobody. What is told of their acts is what they did since `openedAt`.
 */
export async function takeBack(inside: Inside, openedAt: Date): Promise<Report> {
  const { db, clock } = inside
  await holdCodes(db)
  // Whoever changes a role holds the administrators too, so none is given by a demo account from here on.
  await lockAdministrators(db)
  const demo = await selectDemo(db)
  const actions: AuditAction[] = [...new Set([...accountActions, ...couponActions, ...lastingActions])]
  const { rights, coupons, acts } = followGrants(await selectHistory(db, actions), demo)
  const recent = acts.filter(({ at }) => at >= openedAt)
  const work: Work = { entries: [], ended: [], taken: { restored: [], keys: [], webhooks: [], coupons: [] } }
  const { taken } = work
  // Always in one order, so that two who lock accounts never wait for each other.
  for (const userId of new Set([...demo.ids, ...rights.keys()].toSorted())) {
    const restoration = restorationOf(rights.get(userId), demo.ids.has(userId))
    if (restoration) await restore(inside, userId, restoration, work)
  }
  await stopGranted(inside, [...coupons], work)
  await settleDemoAccounts(db, clock.now(), { keepsGrants: false })
  for (const entry of work.entries) await audit(inside, { ...entry, reason })
  await auditImpersonationsIn(work.ended, inside)
  const isOthers = taken.coupons.length > 0 || taken.restored.some(({ id }) => !demo.ids.has(id))
  const administrators = await countAdministrators(db)
  return { ...taken, sessions: work.ended.length, isOthers, administrators, rights, acts: recent }
}

type Return = Restoration & { losesAccess: boolean }

/** Null where the account keeps what it has. */
function restorationOf(rights: Rights | undefined, isDemo: boolean): Return | null {
  const role = isGrantedRole(rights?.role) ? rights?.role?.earned : undefined
  if (isDemo) return { role, isActive: false, signOut: true, losesAccess: true }
  const isActive = isGrantedState(rights?.isActive) ? false : undefined
  const [asRegistered, endInvitation] = [rights?.isMadeByDemo ?? false, rights?.isInvitedByDemo ?? false]
  const losesAccess = rights?.hadAccessByDemo ?? false
  if (role === undefined && isActive === undefined && !asRegistered && !endInvitation && !losesAccess) return null
  return { role, isActive, asRegistered, endInvitation, losesAccess }
}

async function restore({ db, clock }: Inside, userId: string, { losesAccess, ...restoration }: Return, work: Work) {
  const { entries, ended, taken } = work
  const user = await restoreUser({ db, clock }, userId, restoration)
  if (!user) return
  const { before, after } = user
  const object = { type: 'user', id: userId }
  if (after.role !== before.role)
    entries.push({
      action: 'account.role_changed',
      object,
      before: { role: before.role },
      after: { role: after.role },
    })
  if (after.isActive !== before.isActive)
    entries.push({ action: 'account.deactivated', object, before: { isActive: true }, after: { isActive: false } })
  const own = user.ended.filter((session) => session.userId === userId).length
  if (own > 0) entries.push({ action: 'session.all_ended', object, after: { ended: own } })
  ended.push(...user.ended)
  taken.restored.push({ id: userId, before, after })
  if (losesAccess) await closeAccess({ db, clock }, userId, work)
}

/** The webhooks stay disabled until an administrator enables them. */
async function closeAccess({ db, clock }: Inside, userId: string, { entries, taken }: Work) {
  for (const { id, name, prefix } of await revokeKeys(db, userId, clock.now())) {
    taken.keys.push(id)
    const object = { type: 'api_key', id }
    entries.push({ action: 'api_key.revoked', object, before: { name, prefix }, after: { user: userId } })
  }
  for (const { id, disabledBefore } of await barWebhooks(db, userId, { at: clock.now(), note: reason })) {
    taken.webhooks.push(id)
    entries.push({
      action: 'webhook.disabled',
      object: { type: 'webhook', id },
      before: { isActive: disabledBefore === null, ...(disabledBefore !== null && { disabledReason: disabledBefore }) },
      after: { isActive: false, disabledReason: 'BY_ADMIN', user: userId },
    })
  }
}

async function stopGranted({ db }: Inside, ids: string[], { entries, taken }: Work) {
  if (ids.length === 0) return
  for (const { id, code } of await stopCoupons(db, ids)) {
    taken.coupons.push(id)
    const after = { name: code, isActive: false }
    entries.push({ action: 'coupon.deactivated', object: { type: 'coupon', id }, before: { isActive: true }, after })
  }
}
