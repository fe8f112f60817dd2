import type { AuditAction } from '@dooryard/contract/audit-log'
import type { Role } from '@dooryard/contract/roles'
import { z } from 'zod'
import type { Log } from '../../platform/log.ts'
import { type GrantEntry, hasLoss, type Rights } from './grants-rules.ts'

/** What a demo account does whose effect outlasts it, and which is no right to be taken back. */
export const lastingActions = [
  'account.changed',
  'credits.adjusted',
  'credit_setting.created',
  'credit_setting.changed',
  'credit_setting.deleted',
  'coupon.deactivated',
  'coupon.archived',
  'plan.created',
  'plan.changed',
  'pack.created',
  'pack.changed',
  'payment.refund_requested',
  'roll.import_requested',
  'dnc.import_requested',
  'dnc.copy_removed',
  'dnc.numbers_changed',
  'contacts.import_requested',
  'contacts.source_removed',
  'api_key.revoked',
  'webhook.disabled',
  'webhook.enabled',
  'order.failed',
  'order.placed_again',
] as const satisfies AuditAction[]

type Standing = { role: Role; isActive: boolean }

export type Report = {
  restored: { id: string; before: Standing; after: Standing }[]
  keys: string[]
  webhooks: string[]
  coupons: string[]
  sessions: number
  rights: ReadonlyMap<string, Rights>
  acts: GrantEntry[]
}

const Balance = z.object({ subscriptionCredits: z.number(), onDemandCredits: z.number() })

const credits = (facts: unknown): number => {
  const { subscriptionCredits, onDemandCredits } = Balance.parse(facts)
  return subscriptionCredits + onDemandCredits
}

/** Writes one line of the log for each kind of thing that was taken back, and for each that is left to the operator. */
export function logReport(log: Log, { restored, keys, webhooks, coupons, sessions, rights, acts }: Report): void {
  const line = (message: string, items: readonly unknown[]) => {
    if (items.length > 0) log.warn({ count: items.length, items }, message)
  }
  const roles = restored.filter(({ before, after }) => before.role !== after.role)
  line(
    'the demo ended: roles were taken back',
    roles.map(({ id, before, after }) => `${id}: ${before.role} to ${after.role}`),
  )
  const deactivated = restored.filter(({ before, after }) => before.isActive && !after.isActive)
  line(
    'the demo ended: accounts were deactivated',
    deactivated.map(({ id }) => id),
  )
  if (sessions > 0) log.warn({ count: sessions }, 'the demo ended: sessions were ended')
  line('the demo ended: API keys were revoked', keys)
  line('the demo ended: webhooks were deleted', webhooks)
  line('the demo ended: coupons were deactivated', coupons)
  line('left as it is: accounts that lost a role or were deactivated by demo accounts', losers(rights))
  const made = [...rights].filter(([, { isMadeByDemo }]) => isMadeByDemo).map(([id]) => id)
  line('left as they are, as consumers: accounts that demo accounts made', made)
  line('left as it is: credits that demo accounts gave or took', adjustments(acts))
  const others = Map.groupBy(acts, ({ action }) => action)
  for (const action of lastingActions)
    if (action !== 'credits.adjusted')
      line(
        `left as it is: what demo accounts did, ${action}`,
        (others.get(action) ?? []).flatMap(({ objectId }) => objectId ?? []),
      )
}

const losers = (rights: ReadonlyMap<string, Rights>): string[] =>
  [...rights].filter(([, one]) => hasLoss(one)).map(([id]) => id)

/** What demo accounts gave each user, in credits; below zero for what they took. */
function adjustments(acts: readonly GrantEntry[]): string[] {
  const byUser = new Map<string, number>()
  for (const { action, objectId, before, after } of acts)
    if (action === 'credits.adjusted' && objectId !== null)
      byUser.set(objectId, (byUser.get(objectId) ?? 0) + credits(after) - credits(before))
  return [...byUser].map(([id, amount]) => `${id}: ${amount}`)
}
