import type { apiKeyStates } from './admin-api-keys.ts'
import type { webhookStates } from './admin-webhooks.ts'
import type { campaignStatuses } from './campaigns.ts'
import type { CouponKind } from './coupons.ts'
import type { JobState } from './operations.ts'
import type { InternalStatus, UserFacingStatus } from './order.ts'
import type { Role } from './roles.ts'
import type { transactionKinds, transactionStatuses } from './transactions.ts'
import type { CampaignType } from './vocabularies.ts'
import type { attemptStatuses } from './webhooks.ts'

// How values read, in the portal as in mails, invoices and messages: each side has a formatter, and both are held to these.

export const numberCases: readonly [value: number, text: string][] = [
  [0, '0'],
  [999, '999'],
  [1200, '1,200'],
  [1234567, '1,234,567'],
]

export const pluralCases: readonly [count: number, one: string, many: string | undefined, text: string][] = [
  [0, 'property', 'properties', '0 properties'],
  [1, 'credit', undefined, '1 credit'],
  [1, 'property', 'properties', '1 property'],
  [1200, 'credit', undefined, '1,200 credits'],
]

/** Amounts in cents. */
export const moneyCases: readonly [amount: number, currency: string, text: string][] = [
  [0, 'USD', '$0.00'],
  [5, 'USD', '$0.05'],
  [123450, 'USD', '$1,234.50'],
  [4900, 'EUR', '€49.00'],
  [-7450, 'USD', '−$74.50'],
]

/** Days as lists and screens have them, and as sentences of mails and invoices do. */
export const dayCases: readonly [date: string, short: string, long: string][] = [
  ['2025-03-05', 'Mar 5, 2025', 'March 5, 2025'],
  ['2026-11-02T12:00:00.000Z', 'Nov 2, 2026', 'November 2, 2026'],
]

type States = typeof apiKeyStates | typeof webhookStates | typeof campaignStatuses | typeof attemptStatuses
type Payments = typeof transactionKinds | typeof transactionStatuses
type Titled = Role | UserFacingStatus | InternalStatus | CampaignType | JobState | (States | Payments)[number]

/** How values without a label of their own read; the labels of campaign types are held to these, too. */
export const titleCases = {
  SUPER_ADMIN: 'Super Admin',
  CONSUMER_USER: 'Consumer User',
  AFFILIATE_USER: 'Affiliate User',
  ENTERPRISE_USER: 'Enterprise User',
  MAIL_READY: 'Mail Ready',
  CALL_READY: 'Call Ready',
  PENDING: 'Pending',
  PROCESSING: 'Processing',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  QUEUED: 'Queued',
  SELECTING: 'Selecting',
  TRACING: 'Tracing',
  SCRUBBING: 'Scrubbing',
  ASSEMBLING: 'Assembling',
  READY: 'Ready',
  CANCELLED: 'Cancelled',
  ACTIVE: 'Active',
  ARCHIVED: 'Archived',
  SUBSCRIPTION: 'Subscription',
  PACK: 'Pack',
  PAID: 'Paid',
  REFUNDED: 'Refunded',
  WAITING: 'Waiting',
  RUNNING: 'Running',
  RETRYING: 'Retrying',
  EXPIRED: 'Expired',
  REVOKED: 'Revoked',
  HEALTHY: 'Healthy',
  FAILING: 'Failing',
  SLOW: 'Slow',
  DISABLED: 'Disabled',
  SUCCEEDED: 'Succeeded',
} satisfies Record<Titled, string>

/** What coupons give. */
export const couponCases: readonly [kind: CouponKind, value: number, text: string][] = [
  ['PERCENT', 20, '20% off'],
  ['AMOUNT', 705, '$7.05 off'],
  ['AMOUNT', 123_456, '$1,234.56 off'],
  ['CREDITS', 1, '1 bonus credit'],
  ['CREDITS', 2500, '2,500 bonus credits'],
]
