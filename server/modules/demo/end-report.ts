import type { AuditAction } from '@dooryard/contract/admin/audit-log'
import type { Role } from '@dooryard/contract/api/roles'
import { z } from 'zod'
import { type AccountRights, type GrantEntry, hasLostRights } from './grants-rules.ts'

/** Demo actions with lasting effects that are reported but not reverted. */
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
  'gazetteer.import_requested',
  'map.import_requested',
  'map.part_removed',
  'source.saved',
  'dataset.refresh_planned',
  'dataset.version_accepted',
  'dataset.version_rejected',
  'dataset.rolled_back',
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

type AccountState = { role: Role; isActive: boolean }

export type DemoEndReport = {
  restored: { id: string; before: AccountState; after: AccountState }[]
  keys: string[]
  webhooks: string[]
  coupons: string[]
  sessions: number
  /** Whether accounts outside the demo lose something. */
  isOthers: boolean
  administrators: number
  rights: ReadonlyMap<string, AccountRights>
  acts: GrantEntry[]
}

const Balance = z.object({ subscriptionCredits: z.number(), onDemandCredits: z.number() })

const sumCredits = (facts: unknown): number => {
  const { subscriptionCredits, onDemandCredits } = Balance.parse(facts)
  return subscriptionCredits + onDemandCredits
}

export type ReportLine = { message: string; count: number; items?: readonly string[] }

const revokedMessages = {
  roles: ['the demo ended: roles were taken back', 'the end of the demo would take back roles'],
  accounts: ['the demo ended: accounts were deactivated', 'the end of the demo would deactivate accounts'],
  keys: ['the demo ended: API keys were revoked', 'the end of the demo would revoke API keys'],
  webhooks: ['the demo ended: webhooks were disabled', 'the end of the demo would disable webhooks'],
  coupons: ['the demo ended: coupons were deactivated', 'the end of the demo would deactivate coupons'],
  sessions: ['the demo ended: sessions were ended', 'the end of the demo would end sessions'],
  administrators: [
    'the demo ended: no administrator is left. Make one with npm run admin:create and an email that has no account yet',
    'the end of the demo would leave no administrator. Make one before with npm run admin:create',
  ],
} as const

export function toReportLines(report: DemoEndReport, { isDone }: { isDone: boolean }): ReportLine[] {
  const { restored, keys, webhooks, coupons, sessions, administrators, rights, acts } = report
  const message = (kind: keyof typeof revokedMessages) => revokedMessages[kind][isDone ? 0 : 1]
  const line = (text: string, items: readonly string[]): ReportLine => ({ message: text, count: items.length, items })
  const roles = restored
    .filter(({ before, after }) => before.role !== after.role)
    .map(({ id, before, after }) => `${id}: ${before.role} to ${after.role}`)
  const deactivated = restored.filter(({ before, after }) => before.isActive && !after.isActive).map(({ id }) => id)
  const idsWithLoss = [...rights].filter(([, one]) => hasLostRights(one)).map(([id]) => id)
  const made = [...rights].filter(([, { isMadeByDemo }]) => isMadeByDemo).map(([id]) => id)
  const others = Map.groupBy(acts, ({ action }) => action)
  const lines: ReportLine[] = [
    line(message('roles'), roles),
    line(message('accounts'), deactivated),
    { message: message('sessions'), count: sessions },
    line(message('keys'), keys),
    line(message('webhooks'), webhooks),
    line(message('coupons'), coupons),
    line('left as it is: accounts that lost a role or were deactivated by demo accounts', idsWithLoss),
    line('left as they are, as consumers: accounts that demo accounts made', made),
    line('left as it is: credits that demo accounts gave or took', listCreditAdjustments(acts)),
    ...lastingActions
      .filter((action) => action !== 'credits.adjusted')
      .map((action) =>
        line(
          `left as it is: what demo accounts did, ${action}`,
          (others.get(action) ?? []).flatMap(({ objectId }) => objectId ?? []),
        ),
      ),
  ]
  const reported = lines.filter(({ count }) => count > 0)
  return administrators > 0 ? reported : [...reported, { message: message('administrators'), count: 0 }]
}

/** Credit changes by user; negative when credits were deducted. */
function listCreditAdjustments(acts: readonly GrantEntry[]): string[] {
  const byUser = new Map<string, number>()
  for (const { action, objectId, before, after } of acts)
    if (action === 'credits.adjusted' && objectId !== null)
      byUser.set(objectId, (byUser.get(objectId) ?? 0) + sumCredits(after) - sumCredits(before))
  return [...byUser].map(([id, amount]) => `${id}: ${amount}`)
}
