import { z } from 'zod'
import { classified } from './data-classes.ts'
import { adminCall } from './endpoint.ts'
import { rangeEnd } from './instant.ts'
import { line } from './line.ts'
import { PageQuery, pageOf } from './paging.ts'

export const auditActions = {
  'account.registered': 'Registered',
  'account.created': 'Account created',
  'account.changed': 'Account changed by an administrator',
  'account.activated': 'Account activated',
  'account.deactivated': 'Account deactivated',
  'account.role_changed': 'Role changed',
  'account.invited': 'Invitation sent',
  'account.verified': 'Email verified',
  'account.closed': 'Account closed',
  'profile.changed': 'Profile changed',
  'picture.changed': 'Profile picture changed',
  'picture.removed': 'Profile picture removed',
  'password.changed': 'Password changed',
  'password.refused': 'Current password not right',
  'password.reset_requested': 'Reset code asked for',
  'password.reset': 'Password reset by code',
  'code.refused': 'Code not right',
  'session.started': 'Signed in',
  'session.refused': 'Sign-in refused',
  'session.ended': 'Signed out',
  'session.all_ended': 'Signed out everywhere',
  'session.token_reused': 'Spent refresh token used again',
  'impersonation.started': 'Began to act as a user',
  'impersonation.write': 'Asked for a change as a user',
  'impersonation.ended': 'Stopped acting as a user',
  'credits.adjusted': 'Credits adjusted',
  'credit_setting.created': 'Credit setting created',
  'credit_setting.changed': 'Credit setting changed',
  'credit_setting.deleted': 'Credit setting deleted',
  'coupon.created': 'Coupon created',
  'coupon.changed': 'Coupon changed',
  'coupon.activated': 'Coupon activated',
  'coupon.deactivated': 'Coupon deactivated',
  'coupon.archived': 'Coupon archived',
  'plan.created': 'Plan created',
  'plan.changed': 'Plan changed',
  'pack.created': 'Pack created',
  'pack.changed': 'Pack changed',
  'checkout.started': 'Purchase begun',
  'payment_method.requested': 'Change of card begun',
  'subscription.change_requested': 'Change of plan asked for',
  'subscription.cancel_requested': 'End of a subscription asked for',
  'auto_top_up.changed': 'Automatic top-up changed',
  'subscription.started': 'Subscription started',
  'subscription.renewed': 'Subscription renewed',
  'subscription.ended': 'Subscription ended',
  'payment.paid': 'Payment received',
  'payment.failed': 'Payment failed',
  'payment.refund_requested': 'Refund of a payment asked for',
  'payment.refunded': 'Payment refunded',
  'sandbox.clock_advanced': 'Sandbox clock moved on',
  'roll.import_requested': 'Roll uploaded',
  'roll.import_retried': 'Roll import tried again',
  'dnc.import_requested': 'Do-not-call list uploaded',
  'dnc.import_retried': 'Import of a do-not-call list tried again',
  'dnc.copy_removed': 'Copy of a do-not-call list removed',
  'dnc.numbers_changed': 'Internal do-not-call list changed',
  'contacts.import_requested': 'Contacts uploaded',
  'contacts.import_retried': 'Import of contacts tried again',
  'contacts.source_removed': 'Contacts of a file removed',
  'api_key.created': 'API key made',
  'api_key.changed': 'API key changed',
  'api_key.regenerated': 'API key regenerated',
  'api_key.revoked': 'API key revoked',
  'webhook.created': 'Webhook made',
  'webhook.changed': 'Webhook changed',
  'webhook.removed': 'Webhook deleted',
  'webhook.secret_shown': 'Secret of a webhook shown',
  'webhook.secret_regenerated': 'Secret of a webhook regenerated',
  'webhook.disabled': 'Webhook disabled',
  'webhook.enabled': 'Webhook enabled by an administrator',
  'order.failed': 'Order ended as failed by an administrator',
  'order.tried_again': 'Order tried again by an administrator',
  'order.placed_again': 'Failed order placed again by an administrator',
  'order.downloaded': "Somebody else's order downloaded",
  'campaigns.exported': "Everybody's campaigns exported",
  'orders.exported': "Everybody's orders exported",
  'job.retried': 'Job tried again',
} as const

export type AuditAction = keyof typeof auditActions

export const AuditAction = z.enum(
  Object.keys(auditActions) as [AuditAction, ...AuditAction[]],
  'There is no such action',
)

const Party = z.object({
  id: z.string(),
  email: classified('personal', z.string().optional().describe('As it is now')),
})

export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: AuditAction,
    actor: Party.optional().describe('Who did it; nobody where that is not known'),
    onBehalfOf: Party.optional().describe('As whom an administrator acted'),
    object: z.object({ type: z.string(), id: z.string() }).optional(),
    before: classified(['personal', 'money'], z.record(z.string(), z.unknown()).optional()),
    after: classified(['personal', 'money'], z.record(z.string(), z.unknown()).optional()),
    isAbridged: z
      .literal(true)
      .optional()
      .describe('On a list: `before` or `after` is too large to stand there; the entry alone has both'),
    reason: classified('personal', z.string().optional()),
    requestId: z.string().optional(),
    ipAddress: classified('personal', z.string().optional()),
    hash: z.string().describe('SHA-256 over the entry and the hash of the one before, in hex'),
  })
  .meta({
    id: 'AuditEntry',
    example: { action: 'impersonation.started', reason: 'Asked by phone why an order came back short' },
  })
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditQuery = PageQuery.extend({
  actor: line().max(254).optional().describe('The email or id of who did it, as whom, or whose money it was'),
  action: AuditAction.optional(),
  object: line().max(254).optional().describe('The id of what it was done to'),
  requestId: line().max(100).optional(),
  fromDate: rangeEnd('From'),
  toDate: rangeEnd('To'),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditProof = z
  .object({
    isIntact: z.boolean(),
    entries: z.int(),
    brokenAt: z.string().optional().describe('The first entry that does not follow from the one before'),
    newestHash: z.string().optional(),
  })
  .meta({ id: 'AuditProof' })
export type AuditProof = z.infer<typeof AuditProof>

export const auditLog = {
  list: adminCall('GET /v1/admin/audit-log', 'Who did what, newest first', {
    query: AuditQuery,
    response: pageOf(AuditEntry),
    data: ['personal', 'money'],
  }),
  get: adminCall('GET /v1/admin/audit-log/{id}', 'One entry of the audit log', {
    params: z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/, 'There is no such entry') }),
    response: AuditEntry,
    data: ['personal', 'money'],
  }),
  verify: adminCall(
    'GET /v1/admin/audit-log/verify',
    'Read the whole log and say whether each entry follows from the one before',
    { response: AuditProof, limits: [{ name: 'audit-verify', per: 'account', times: 10, seconds: 60 }] },
  ),
}
