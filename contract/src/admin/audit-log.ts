import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { rangeBound } from '../api/date-time.ts'
import { adminEndpoint } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'

export const auditActions = {
  'account.registered': 'Registered',
  'account.created': 'Account created',
  'account.changed': 'Account changed by an administrator',
  'account.activated': 'Account activated',
  'account.deactivated': 'Account deactivated',
  'account.role_changed': 'Role changed',
  'account.invited': 'Invitation sent',
  'account.verified': 'Email verified',
  'account.email_change_requested': 'Email change requested',
  'account.email_changed': 'Email changed',
  'account.closed': 'Account closed',
  'user_note.added': 'Note on a user added',
  'user_note.changed': 'Note on a user changed',
  'user_note.deleted': 'Note on a user deleted',
  'profile.changed': 'Profile changed',
  'picture.changed': 'Profile picture changed',
  'picture.removed': 'Profile picture removed',
  'password.changed': 'Password changed',
  'password.refused': 'Wrong current password',
  'password.reset_requested': 'Password reset requested',
  'password.reset': 'Password reset by code',
  'code.refused': 'Wrong code',
  'passkey.added': 'Passkey added',
  'passkey.renamed': 'Passkey renamed',
  'passkey.removed': 'Passkey removed',
  'passkey.refused': 'Passkey refused',
  'second_factor.added': 'Second factor added',
  'second_factor.removed': 'Second factor removed',
  'second_factor.reset': 'Second factor reset by an administrator',
  'second_factor.asked': 'Second factor asked for at sign-in',
  'second_factor.accepted': 'Second factor given',
  'second_factor.refused': 'Wrong second factor',
  'second_factor.codes_renewed': 'Recovery codes renewed',
  'second_factor.devices_forgotten': 'Remembered devices forgotten',
  'second_factor.policy_changed': 'Second factor by role changed',
  'session.started': 'Signed in',
  'session.refused': 'Sign-in refused',
  'session.link_requested': 'Sign-in link requested',
  'session.ended': 'Signed out',
  'session.all_ended': 'Signed out everywhere',
  'session.token_reused': 'Used refresh token presented again',
  'provider.connected': 'Sign-in provider connected',
  'provider.disconnected': 'Sign-in provider disconnected',
  'impersonation.started': 'Impersonation started',
  'impersonation.write': 'Change requested while impersonating',
  'impersonation.ended': 'Impersonation ended',
  'credits.adjusted': 'Credits adjusted',
  'credit_setting.created': 'Credit setting created',
  'credit_setting.changed': 'Credit setting changed',
  'credit_setting.deleted': 'Credit setting deleted',
  'coupon.created': 'Coupon created',
  'coupon.changed': 'Coupon changed',
  'coupon.activated': 'Coupon activated',
  'coupon.deactivated': 'Coupon deactivated',
  'coupon.archived': 'Coupon archived',
  'commission.terms_set': 'Commission set',
  'commission.paid': 'Commission payout recorded',
  'commission.payout_reversed': 'Commission payout reversed',
  'plan.created': 'Plan created',
  'plan.changed': 'Plan changed',
  'pack.created': 'Pack created',
  'pack.changed': 'Pack changed',
  'checkout.started': 'Purchase started',
  'payment_method.requested': 'Card change started',
  'subscription.change_requested': 'Plan change requested',
  'subscription.cancel_requested': 'Subscription cancellation requested',
  'auto_top_up.changed': 'Automatic top-up changed',
  'billing_details.changed': 'Billing details changed',
  'billing_details.deleted': 'Billing details deleted',
  'spending_alerts.changed': 'Spending alerts changed',
  'subscription.started': 'Subscription started',
  'subscription.renewed': 'Subscription renewed',
  'subscription.ended': 'Subscription ended',
  'payment.paid': 'Payment received',
  'payment.failed': 'Payment failed',
  'payment.refund_requested': 'Refund requested',
  'payment.refunded': 'Payment refunded',
  'sandbox.clock_advanced': 'Sandbox clock advanced',
  'roll.import_requested': 'County dataset uploaded',
  'roll.import_retried': 'County dataset import retried',
  'source.saved': 'Source of county datasets saved',
  'gazetteer.import_requested': 'Gazetteer uploaded',
  'gazetteer.import_retried': 'Gazetteer import retried',
  'map.import_requested': 'Streets uploaded',
  'map.import_retried': 'Import of streets retried',
  'map.part_removed': 'Streets removed',
  'dataset.refresh_planned': 'County dataset refresh planned',
  'dataset.refresh_stopped': 'County dataset refresh stopped',
  'dataset.refresh_requested': 'County dataset refresh requested',
  'dataset.version_accepted': 'County dataset version accepted',
  'dataset.version_rejected': 'County dataset version rejected',
  'dataset.rolled_back': 'County dataset rolled back',
  'roll.import_canceled': 'County dataset import canceled',
  'county_setup.file_added': 'File added to a county setup',
  'county_setup.deleted': 'County setup deleted',
  'dnc.import_requested': 'Do-not-call list uploaded',
  'dnc.import_retried': 'Do-not-call list import retried',
  'dnc.copy_removed': 'Do-not-call list version removed',
  'dnc.numbers_changed': 'Internal do-not-call list changed',
  'suppression_list.created': 'Suppression list created',
  'suppression_list.extended': 'File added to suppression list',
  'suppression_list.renamed': 'Suppression list renamed',
  'suppression_list.deleted': 'Suppression list deleted',
  'contacts.import_requested': 'Contacts uploaded',
  'contacts.import_retried': 'Contacts import retried',
  'contacts.source_removed': 'Contacts of a file removed',
  'api_key.created': 'API key created',
  'api_key.changed': 'API key changed',
  'api_key.regenerated': 'API key regenerated',
  'api_key.revoked': 'API key revoked',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.removed': 'Webhook deleted',
  'webhook.secret_shown': 'Secret of a webhook shown',
  'webhook.secret_regenerated': 'Secret of a webhook regenerated',
  'webhook.disabled': 'Webhook disabled',
  'webhook.enabled': 'Webhook enabled by an administrator',
  'order.failed': 'Order ended as failed by an administrator',
  'order.tried_again': 'Order retried by an administrator',
  'order.placed_again': 'Failed order placed again by an administrator',
  'order.downloaded': "Another user's order downloaded",
  'recurring_order.changed': 'Recurring order changed',
  'campaigns.exported': 'All campaigns exported',
  'orders.exported': 'All orders exported',
  'leads.exported': 'Lead board exported',
  'buyers.exported': 'Buyer list exported',
  'property_list.exported': 'List exported',
  'job.retried': 'Job retried',
  'error.resolved': 'Error resolved',
  'error.reopened': 'Error reopened',
} as const

export type AuditAction = keyof typeof auditActions

export const AuditAction = z.enum(
  Object.keys(auditActions) as [AuditAction, ...AuditAction[]],
  'There is no such action',
)

const AuditParty = z.object({
  id: z.string(),
  email: classified('personal', z.string().optional().describe('As it is now')),
})

export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: AuditAction,
    actor: AuditParty.optional().describe('Who did it; absent where unknown'),
    onBehalfOf: AuditParty.optional().describe('The user an administrator impersonated'),
    object: z.object({ type: z.string(), id: z.string() }).optional(),
    before: classified(['personal', 'money'], z.record(z.string(), z.unknown()).optional()),
    after: classified(['personal', 'money'], z.record(z.string(), z.unknown()).optional()),
    isAbridged: z
      .literal(true)
      .optional()
      .describe('In lists: `before` or `after` is too large and omitted; get the entry for both'),
    reason: classified('personal', z.string().optional()),
    requestId: z.string().optional(),
    ipAddress: classified('personal', z.string().optional()),
    hash: z.string().describe('SHA-256 over the entry and the hash of the previous one, in hex'),
  })
  .meta({
    id: 'AuditEntry',
    example: { action: 'impersonation.started', reason: 'Asked by phone why an order came back short' },
  })
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditQuery = PageQuery.extend({
  actor: textLine()
    .max(254)
    .optional()
    .describe('The email or id of the actor, the impersonated user, or the owner of the money'),
  action: AuditAction.optional(),
  object: textLine().max(254).optional().describe('The id of the object'),
  requestId: textLine().max(100).optional(),
  fromDate: rangeBound('From'),
  toDate: rangeBound('To'),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditVerification = z
  .object({
    isIntact: z.boolean(),
    entries: z.int(),
    brokenAt: z.string().optional().describe('The first entry whose hash does not match the previous one'),
    newestHash: z.string().optional(),
  })
  .meta({ id: 'AuditProof' })
export type AuditVerification = z.infer<typeof AuditVerification>

export const auditLog = {
  list: adminEndpoint('GET /v1/admin/audit-log', 'List audit log entries, newest first', {
    query: AuditQuery,
    response: pageSchema(AuditEntry),
    data: ['personal', 'money'],
  }),
  get: adminEndpoint('GET /v1/admin/audit-log/{id}', 'Get an audit log entry', {
    params: z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/, 'There is no such entry') }),
    response: AuditEntry,
    data: ['personal', 'money'],
  }),
  verify: adminEndpoint('GET /v1/admin/audit-log/verify', 'Verify the hash chain of the whole audit log', {
    response: AuditVerification,
    limits: [{ name: 'audit-verify', per: 'account', times: 10, seconds: 60 }],
  }),
}
