import type { AuditAction } from '@dooryard/contract/audit-log'
import { Role } from '@dooryard/contract/roles'
import { z } from 'zod'

/** What was granted until `keptUntil`, in milliseconds since 1970, stays: the operator decided so. */
export type Demo = { ids: ReadonlySet<string>; keptUntil: number }

export type GrantEntry = {
  at: Date
  action: string
  actorId: string | null
  objectId: string | null
  before: unknown
  after: unknown
}

/** `earned`: what it would be without the acts of demo accounts. */
export type Right<Value> = { now: Value; earned: Value }

export type Rights = {
  role?: Right<Role>
  isActive?: Right<boolean>
  isMadeByDemo: boolean
  isInvitedByDemo: boolean
  /** A demo account let them have API keys and webhooks, and nobody else has since: what they made then is the demo's. */
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

const couponStops: readonly string[] = ['coupon.deactivated', 'coupon.archived']

const RoleFacts = z.object({ role: Role })
const StateFacts = z.object({ isActive: z.boolean() })

/** An administrator who was made something less has lost rights, not got any. */
export const isGrantedRole = (role: Right<Role> | undefined): boolean =>
  role !== undefined && role.now !== role.earned && role.now !== 'CONSUMER_USER' && role.earned !== 'SUPER_ADMIN'

/** Somebody else had deactivated the account. */
export const isGrantedState = (state: Right<boolean> | undefined): boolean => state?.now === true && !state.earned

/** What such an account does is done in the name of a demo account. */
export const hasGrant = (rights: Rights | undefined): boolean =>
  isGrantedRole(rights?.role) || isGrantedState(rights?.isActive)

export const hasLoss = ({ role, isActive }: Rights): boolean =>
  (role !== undefined && role.now !== role.earned && !isGrantedRole(role)) ||
  (isActive !== undefined && !isActive.now && isActive.earned)

/**
 * Follows the audit log from its beginning, oldest entry first: what each account's rights are and would be without demo
 * accounts, which coupons work by them, and what else they have done. Whoever has a right by a grant grants like a demo
 * account as long as they have it; what somebody else changes afterwards is theirs, and no grant any more.
 */
export function followGrants(entries: readonly GrantEntry[], demo: Demo) {
  const rights = new Map<string, Rights>()
  const coupons = new Set<string>()
  const acts: GrantEntry[] = []
  for (const entry of entries) {
    const { at, actorId, objectId, action } = entry
    const isOfDemo = (id: string) => demo.ids.has(id) || hasGrant(rights.get(id))
    const isByDemo = actorId !== null && at.getTime() > demo.keptUntil && isOfDemo(actorId)
    if (isByDemo) acts.push(entry)
    if (objectId === null) continue
    if (isOneOf(accountActions, action)) rights.set(objectId, rightsAfter(rights.get(objectId), entry, isByDemo))
    if (!isOneOf(couponActions, action)) continue
    if (isByDemo && !couponStops.includes(action)) coupons.add(objectId)
    else coupons.delete(objectId)
  }
  return { rights, coupons, acts }
}

const isOneOf = (actions: readonly string[], action: string) => actions.includes(action)

const nothingKnown: Rights = { isMadeByDemo: false, isInvitedByDemo: false, hadAccessByDemo: false }

function rightsAfter(known: Rights = nothingKnown, { action, before, after }: GrantEntry, isByDemo: boolean): Rights {
  // Whoever else has looked after an account that a demo account made has taken it on.
  const isMadeByDemo = known.isMadeByDemo && isByDemo
  if (action === 'account.invited') return { ...known, isMadeByDemo, isInvitedByDemo: isByDemo }
  if (action === 'account.created') {
    const { role: now } = RoleFacts.parse(after)
    const role = { now, earned: isByDemo ? 'CONSUMER_USER' : now } as const
    return { ...known, isMadeByDemo: isByDemo, role, hadAccessByDemo: hadAccess(known, role) }
  }
  if (action === 'account.role_changed') {
    const { role: now } = RoleFacts.parse(after)
    const earned = isByDemo ? (known.role?.earned ?? RoleFacts.parse(before).role) : now
    const role = { now, earned }
    return { ...known, isMadeByDemo, role, hadAccessByDemo: hadAccess(known, role) }
  }
  const { isActive: now } = StateFacts.parse(after)
  const earned = isByDemo ? (known.isActive?.earned ?? StateFacts.parse(before).isActive) : now
  return { ...known, isMadeByDemo, isActive: { now, earned } }
}

/** Enterprise users alone have keys and webhooks. */
function hadAccess({ hadAccessByDemo }: Rights, { now, earned }: Right<Role>): boolean {
  if (now !== 'ENTERPRISE_USER') return hadAccessByDemo
  return earned !== 'ENTERPRISE_USER'
}
