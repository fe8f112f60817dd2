import type { JobState } from '../admin/operations.ts'
import type { CouponKind } from '../billing/coupons.ts'
import type { transactionKinds, transactionStatuses } from '../billing/transactions.ts'
import type { apiKeyStates } from '../integrations/admin-api-keys.ts'
import type { webhookStates } from '../integrations/admin-webhooks.ts'
import type { attemptStatuses } from '../integrations/webhooks.ts'
import type { campaignStatuses } from '../orders/campaigns.ts'
import type { InternalStatus, UserFacingStatus } from '../orders/order.ts'
import type { CampaignType } from './enums.ts'
import type { Role } from './roles.ts'

// How values are formatted in the portal, mails, invoices and messages: each side has a formatter, and both are tested
// with these cases.

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

/** Dates as in lists and screens, and as in sentences of mails and invoices. */
export const dayCases: readonly [date: string, short: string, long: string][] = [
  ['2025-03-05', 'Mar 5, 2025', 'March 5, 2025'],
  ['2026-11-02T12:00:00.000Z', 'Nov 2, 2026', 'November 2, 2026'],
]

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

/** The browser and the system of user agents; the first word for other programs. */
export const deviceCases: readonly [userAgent: string, name: string][] = [
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Microsoft Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['', 'Unknown device'],
]

type FormattedStates = typeof apiKeyStates | typeof webhookStates | typeof campaignStatuses | typeof attemptStatuses
type FormattedPayments = typeof transactionKinds | typeof transactionStatuses
type TitleCased =
  | Role
  | UserFacingStatus
  | InternalStatus
  | CampaignType
  | JobState
  | (FormattedStates | FormattedPayments)[number]

/** How values without their own label are formatted; the labels of campaign types are tested with these too. */
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
} satisfies Record<TitleCased, string>

/** The values of coupons. */
export const couponCases: readonly [kind: CouponKind, value: number, text: string][] = [
  ['PERCENT', 20, '20% off'],
  ['AMOUNT', 705, '$7.05 off'],
  ['AMOUNT', 123_456, '$1,234.56 off'],
  ['CREDITS', 1, '1 bonus credit'],
  ['CREDITS', 2500, '2,500 bonus credits'],
]
