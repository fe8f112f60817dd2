import type { AuditAction } from '@dooryard/contract/audit-log'
import { audit, type NewAuditEntry } from '../../platform/audit.ts'
import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { revokeKeys } from '../api-keys/index.ts'
import { selectHistory } from '../audit-log/index.ts'
import { stopCoupons } from '../coupons/index.ts'
import { auditImpersonationsIn, lockAdministrators, type Restoration, restoreUser } from '../identity/index.ts'
import { forgetWebhooks, siteOf } from '../webhooks/index.ts'
import { closeDemoAccounts, lockOpenDemoAccounts, selectDemoIds } from './demo-accounts.queries.ts'
import type { Rights } from './grants-rules.ts'
import { accountActions, couponActions, followGrants, isGrantedRole, isGrantedState } from './grants-rules.ts'
import { lastingActions, logReport, type Report } from './report.ts'

const reason = 'The demo ended'

type Inside = Pick<Services, 'db' | 'clock'>
type Ended = NonNullable<Awaited<ReturnType<typeof restoreUser>>>['ended']
type Work = { entries: NewAuditEntry[]; ended: Ended; report: Report }

/**
 * Ends the demo that is on, if one is: closes its accounts and takes back every role, key, session, webhook, invitation
 * and working coupon that they granted, directly or by somebody whom they had made an administrator, as the audit log
 * tells. All of it commits or nothing, with entries of its own that name nobody; of two processes that start together
 * one does it. What was taken back, and what is left to the operator, stands in the log of the program.
 */
export async function endDemo(services: Services): Promise<void> {
  const report = await inTransaction(services, async (inside) => {
    const open = await lockOpenDemoAccounts(inside.db)
    if (open.length === 0) return null
    return takeBack(inside, Math.min(...open.map(({ openedAt }) => openedAt.getTime())))
  })
  if (report) logReport(services.log, report)
}

async function takeBack(inside: Inside, openedAt: number): Promise<Report> {
  const { db, clock } = inside
  // Whoever changes a role holds the administrators too, so none is given by a demo account from here on.
  await lockAdministrators(db)
  const demoIds = await selectDemoIds(db)
  const actions: AuditAction[] = [...new Set([...accountActions, ...couponActions, ...lastingActions])]
  const { rights, coupons, acts } = followGrants(await selectHistory(db, actions), demoIds)
  const recent = acts.filter(({ at }) => at.getTime() >= openedAt)
  const report: Report = { restored: [], keys: [], webhooks: [], coupons: [], sessions: 0, rights, acts: recent }
  const work: Work = { entries: [], ended: [], report }
  // Always in one order, so that two who lock accounts never wait for each other.
  for (const userId of new Set([...demoIds, ...rights.keys()].toSorted())) {
    const restoration = restorationOf(rights.get(userId), demoIds.has(userId))
    if (restoration) await restore(inside, userId, restoration, work)
  }
  await stopGranted(inside, [...coupons], work)
  await closeDemoAccounts(db, clock.now())
  for (const entry of work.entries) await audit(inside, { ...entry, reason })
  await auditImpersonationsIn(work.ended, inside)
  return { ...report, sessions: work.ended.length }
}

type Return = Restoration & { losesAccess: boolean }

/** What becomes of an account as the demo ends; null where it keeps what it has. */
function restorationOf(rights: Rights | undefined, isDemo: boolean): Return | null {
  const role = isGrantedRole(rights?.role) ? rights?.role?.earned : undefined
  if (isDemo) return { role, isActive: false, signOut: true, losesAccess: true }
  const isActive = isGrantedState(rights?.isActive) ? false : undefined
  const [asRegistered, endInvitation] = [rights?.isMadeByDemo ?? false, rights?.isInvitedByDemo ?? false]
  if (role === undefined && isActive === undefined && !asRegistered && !endInvitation) return null
  // Nobody else has keys and webhooks, so one whose role allows them again had them before.
  const losesAccess = role !== undefined && role !== 'ENTERPRISE_USER'
  return { role, isActive, asRegistered, endInvitation, losesAccess }
}

/** Restores one account, with what it may no longer use. */
async function restore({ db, clock }: Inside, userId: string, { losesAccess, ...restoration }: Return, work: Work) {
  const { entries, ended, report } = work
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
  report.restored.push({ id: userId, before, after })
  if (losesAccess) await closeAccess({ db, clock }, userId, work)
}

/** Revokes the API keys and deletes the webhooks of an account. */
async function closeAccess({ db, clock }: Inside, userId: string, { entries, report }: Work) {
  for (const { id, name, prefix } of await revokeKeys(db, userId, clock.now())) {
    report.keys.push(id)
    entries.push({
      action: 'api_key.revoked',
      object: { type: 'api_key', id },
      before: { name, prefix },
      after: { user: userId },
    })
  }
  for (const { id, url } of await forgetWebhooks(db, userId, clock.now())) {
    report.webhooks.push(id)
    entries.push({
      action: 'webhook.removed',
      object: { type: 'webhook', id },
      before: { site: siteOf(url) },
      after: { user: userId },
    })
  }
}

/** Stops the coupons that work by a grant; an administrator may let them work again. */
async function stopGranted({ db }: Inside, ids: string[], { entries, report }: Work) {
  if (ids.length === 0) return
  for (const { id, code } of await stopCoupons(db, ids)) {
    report.coupons.push(id)
    entries.push({
      action: 'coupon.deactivated',
      object: { type: 'coupon', id },
      before: { isActive: true },
      after: { name: code, isActive: false },
    })
  }
}
