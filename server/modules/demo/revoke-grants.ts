import type { AuditAction } from '@dooryard/contract/admin/audit-log'
import { audit, type NewAuditEntry } from '../../platform/audit.ts'
import type { Services } from '../../platform/context.ts'
import { revokeUserApiKeys } from '../api-keys/index.ts'
import { selectAuditHistory } from '../audit-log/index.ts'
import { deactivateCoupons } from '../coupons/index.ts'
import {
  auditImpersonationsEnded,
  countAdministrators,
  lockAdministrators,
  lockEmailCodes,
  restoreUser,
  type UserRestoration,
} from '../identity/index.ts'
import { blockUserWebhooks } from '../webhooks/index.ts'
import { getDemoState, resolveDemoAccounts } from './demo-accounts.queries.ts'
import { type DemoEndReport, lastingActions } from './end-report.ts'
import {
  type AccountRights,
  accountActions,
  couponActions,
  isGrantedRole,
  isGrantedState,
  traceGrants,
} from './grants-rules.ts'

const reason = 'The demo ended'

type RevokeContext = Pick<Services, 'db' | 'clock'>
type RevocationState = {
  entries: NewAuditEntry[]
  ended: NonNullable<Awaited<ReturnType<typeof restoreUser>>>['ended']
  revoked: Pick<DemoEndReport, 'restored' | 'keys' | 'webhooks' | 'coupons'>
}

/**
 * Revokes every role, key, session, webhook, invitation and active coupon that demo accounts granted, directly or
 * through administrators they had made, and closes the accounts. Runs in the caller's transaction and writes audit
 * entries without an actor. The report lists demo actions since `openedAt`.
 */
export async function revokeGrants(ctx: RevokeContext, openedAt: Date): Promise<DemoEndReport> {
  const { db, clock } = ctx
  await lockEmailCodes(db)
  // Role changes lock the administrators too, so no demo account can grant a role from here on.
  await lockAdministrators(db)
  const demo = await getDemoState(db)
  const actions: AuditAction[] = [...new Set([...accountActions, ...couponActions, ...lastingActions])]
  const { rights, coupons, acts } = traceGrants(await selectAuditHistory(db, actions), demo)
  const recent = acts.filter(({ at }) => at >= openedAt)
  const state: RevocationState = {
    entries: [],
    ended: [],
    revoked: { restored: [], keys: [], webhooks: [], coupons: [] },
  }
  const { revoked } = state
  // A fixed order prevents deadlocks between transactions that lock accounts.
  for (const userId of new Set([...demo.ids, ...rights.keys()].toSorted())) {
    const restoration = planRestoration(rights.get(userId), demo.ids.has(userId))
    if (restoration) await restoreAccount(ctx, userId, restoration, state)
  }
  await revokeCoupons(ctx, [...coupons], state)
  await resolveDemoAccounts(db, clock.now(), { keepsGrants: false })
  for (const entry of state.entries) await audit(ctx, { ...entry, reason })
  await auditImpersonationsEnded(state.ended, ctx)
  const isOthers = revoked.coupons.length > 0 || revoked.restored.some(({ id }) => !demo.ids.has(id))
  const administrators = await countAdministrators(db)
  return { ...revoked, sessions: state.ended.length, isOthers, administrators, rights, acts: recent }
}

type AccountRestoration = UserRestoration & { losesAccess: boolean }

/** Null when the account keeps what it has. */
function planRestoration(rights: AccountRights | undefined, isDemo: boolean): AccountRestoration | null {
  const role = isGrantedRole(rights?.role) ? rights?.role?.earned : undefined
  if (isDemo) return { role, isActive: false, signOut: true, losesAccess: true }
  const isActive = isGrantedState(rights?.isActive) ? false : undefined
  const [asRegistered, endInvitation] = [rights?.isMadeByDemo ?? false, rights?.isInvitedByDemo ?? false]
  const losesAccess = rights?.hadAccessByDemo ?? false
  if (role === undefined && isActive === undefined && !asRegistered && !endInvitation && !losesAccess) return null
  return { role, isActive, asRegistered, endInvitation, losesAccess }
}

async function restoreAccount(
  { db, clock }: RevokeContext,
  userId: string,
  { losesAccess, ...restoration }: AccountRestoration,
  state: RevocationState,
) {
  const { entries, ended, revoked } = state
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
  revoked.restored.push({ id: userId, before, after })
  if (losesAccess) await revokeAccess({ db, clock }, userId, state)
}

/** Webhooks stay disabled until an administrator enables them. */
async function revokeAccess({ db, clock }: RevokeContext, userId: string, { entries, revoked }: RevocationState) {
  for (const { id, name, prefix } of await revokeUserApiKeys(db, userId, clock.now())) {
    revoked.keys.push(id)
    const object = { type: 'api_key', id }
    entries.push({ action: 'api_key.revoked', object, before: { name, prefix }, after: { user: userId } })
  }
  for (const { id, disabledBefore } of await blockUserWebhooks(db, userId, { at: clock.now(), note: reason })) {
    revoked.webhooks.push(id)
    entries.push({
      action: 'webhook.disabled',
      object: { type: 'webhook', id },
      before: { isActive: disabledBefore === null, ...(disabledBefore !== null && { disabledReason: disabledBefore }) },
      after: { isActive: false, disabledReason: 'BY_ADMIN', user: userId },
    })
  }
}

async function revokeCoupons({ db }: RevokeContext, ids: string[], { entries, revoked }: RevocationState) {
  if (ids.length === 0) return
  for (const { id, code } of await deactivateCoupons(db, ids)) {
    revoked.coupons.push(id)
    const after = { name: code, isActive: false }
    entries.push({ action: 'coupon.deactivated', object: { type: 'coupon', id }, before: { isActive: true }, after })
  }
}
