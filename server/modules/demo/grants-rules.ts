import type { AuditAction } from '@dooryard/contract/admin/audit-log'
import { Role } from '@dooryard/contract/api/roles'
import { z } from 'zod'

/** Grants made until `keptUntil` (milliseconds since 1970) stay, as the operator decided. */
export type DemoState = { ids: ReadonlySet<string>; keptUntil: number }

export type GrantEntry = {
  at: Date
  action: string
  actorId: string | null
  objectId: string | null
  before: unknown
  after: unknown
}

/** `earned` is the value without the actions of demo accounts. */
export type TrackedRight<Value> = { now: Value; earned: Value }

export type AccountRights = {
  role?: TrackedRight<Role>
  isActive?: TrackedRight<boolean>
  isMadeByDemo: boolean
  isInvitedByDemo: boolean
  /**
   * A demo account gave the user access to API keys and webhooks and no other account has since, so what they created
   * then belongs to the demo.
   */
  hadAccessByDemo: boolean
}

export const accountActions = [
  'account.created',
  'account.role_changed',
  'account.activated',
  'account.deactivated',
  'account.invited',
] as const satisfies AuditAction[]

export const couponActions = [
  'coupon.created',
  'coupon.changed',
  'coupon.activated',
  'coupon.deactivated',
  'coupon.archived',
] as const satisfies AuditAction[]

const couponEndActions: readonly string[] = ['coupon.deactivated', 'coupon.archived']

const RoleDetails = z.object({ role: Role })
const StateDetails = z.object({ isActive: z.boolean() })

/** An administrator who got a lesser role has lost rights, not gained any. */
export const isGrantedRole = (role: TrackedRight<Role> | undefined): boolean =>
  role !== undefined && role.now !== role.earned && role.now !== 'CONSUMER_USER' && role.earned !== 'SUPER_ADMIN'

/** True when an account outside the demo had deactivated the user. */
export const isGrantedState = (state: TrackedRight<boolean> | undefined): boolean =>
  state?.now === true && !state.earned

/** Actions of such an account count as those of a demo account. */
export const hasGrant = (rights: AccountRights | undefined): boolean =>
  isGrantedRole(rights?.role) || isGrantedState(rights?.isActive)

export const hasLostRights = ({ role, isActive }: AccountRights): boolean =>
  (role !== undefined && role.now !== role.earned && !isGrantedRole(role)) ||
  (isActive !== undefined && !isActive.now && isActive.earned)

/**
 * Replays the audit log, oldest entry first. Returns the rights of each account with and without demo accounts, the
 * coupons active through the demo, and the other demo actions. An account with a granted right counts as a demo
 * account while it has that right; a later change by any other account ends the grant.
 */
export function traceGrants(entries: readonly GrantEntry[], demo: DemoState) {
  const rights = new Map<string, AccountRights>()
  const coupons = new Set<string>()
  const acts: GrantEntry[] = []
  for (const entry of entries) {
    const { at, actorId, objectId, action } = entry
    const isOfDemo = (id: string) => demo.ids.has(id) || hasGrant(rights.get(id))
    const isByDemo = actorId !== null && at.getTime() > demo.keptUntil && isOfDemo(actorId)
    if (isByDemo) acts.push(entry)
    if (objectId === null) continue
    if (isActionIn(accountActions, action)) rights.set(objectId, applyAuditEntry(rights.get(objectId), entry, isByDemo))
    if (!isActionIn(couponActions, action)) continue
    if (isByDemo && !couponEndActions.includes(action)) coupons.add(objectId)
    else coupons.delete(objectId)
  }
  return { rights, coupons, acts }
}

const isActionIn = (actions: readonly string[], action: string) => actions.includes(action)

const initialRights: AccountRights = { isMadeByDemo: false, isInvitedByDemo: false, hadAccessByDemo: false }

function applyAuditEntry(
  previous: AccountRights = initialRights,
  { action, before, after }: GrantEntry,
  isByDemo: boolean,
): AccountRights {
  // A later change by an account outside the demo takes over an account that a demo account created.
  const isMadeByDemo = previous.isMadeByDemo && isByDemo
  if (action === 'account.invited') return { ...previous, isMadeByDemo, isInvitedByDemo: isByDemo }
  if (action === 'account.created') {
    const { role: now } = RoleDetails.parse(after)
    const role = { now, earned: isByDemo ? 'CONSUMER_USER' : now } as const
    return { ...previous, isMadeByDemo: isByDemo, role, hadAccessByDemo: hadDemoAccess(previous, role) }
  }
  if (action === 'account.role_changed') {
    const { role: now } = RoleDetails.parse(after)
    const earned = isByDemo ? (previous.role?.earned ?? RoleDetails.parse(before).role) : now
    const role = { now, earned }
    return { ...previous, isMadeByDemo, role, hadAccessByDemo: hadDemoAccess(previous, role) }
  }
  const { isActive: now } = StateDetails.parse(after)
  const earned = isByDemo ? (previous.isActive?.earned ?? StateDetails.parse(before).isActive) : now
  return { ...previous, isMadeByDemo, isActive: { now, earned } }
}

/** Only enterprise users have keys and webhooks. */
function hadDemoAccess({ hadAccessByDemo }: AccountRights, { now, earned }: TrackedRight<Role>): boolean {
  if (now !== 'ENTERPRISE_USER') return hadAccessByDemo
  return earned !== 'ENTERPRISE_USER'
}
