import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { rangeBound } from '../api/date-time.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { maxListedHolds } from '../api/limits.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'

export const entryTypes = {
  GRANT: 'Granted',
  PURCHASE: 'Purchased',
  COUPON: 'Coupon bonus',
  HOLD: 'On hold',
  CAPTURE: 'Spent on leads',
  RELEASE: 'Released',
  REFUND: 'Refunded purchase',
  EXPIRE: 'Expired',
  ADJUST: 'Adjusted',
  MARK: 'Expires when released',
} as const
export type EntryType = keyof typeof entryTypes
export const EntryType = z.enum(
  Object.keys(entryTypes) as [EntryType, ...EntryType[]],
  'There is no such kind of entry',
)

export const formatEntryType = ({ type, marked }: { type: EntryType; marked: number }): string =>
  type === 'MARK' && marked < 0 ? 'No longer expires when released' : entryTypes[type]

export const Bucket = z.enum(['SUBSCRIPTION', 'ON_DEMAND'], 'Choose which credits')
export type Bucket = z.infer<typeof Bucket>

export const bucketLabels = { SUBSCRIPTION: 'Plan', ON_DEMAND: 'Pay-as-you-go' } as const
/** The name of one credit of each bucket, for use in a sentence. */
export const bucketCreditNouns = { SUBSCRIPTION: 'plan credit', ON_DEMAND: 'pay-as-you-go credit' } as const

/**
 * A pending adjustment (MARK) moves no credits: it states how many of the held credits are removed when they are
 * released, or that they no longer are.
 */
export const CreditEntry = z
  .object({
    id: z.string(),
    type: EntryType,
    bucket: Bucket,
    amount: classified('money', z.int().describe('Change of what can be spent')),
    held: classified('money', z.int().describe('Change of what is held')),
    marked: classified('money', z.int().describe('Change of the held credits that are removed on release')),
    balanceAfter: classified('money', z.int().describe('Available credits of the bucket afterwards')),
    heldAfter: classified('money', z.int().describe('Held credits of the bucket afterwards')),
    orderId: z.string().optional(),
    campaignId: z.string().optional(),
    orderName: z.string().optional(),
    transactionId: z.string().optional(),
    invoiceNumber: classified('money', z.string().optional()),
    reason: z.string().optional(),
    actor: z.string().describe('Who did it: You, Dooryard, or Support'),
    createdAt: z.iso.datetime(),
    hash: z.string().describe('SHA-256 over the entry and the hash of the previous one, in hex'),
  })
  .meta({
    id: 'CreditEntry',
    example: { type: 'HOLD', amount: -500, held: 500, marked: 0, heldAfter: 500, actor: 'You' },
  })
export type CreditEntry = z.infer<typeof CreditEntry>

/**
 * Held credits that are removed when they are released: they expired, or their payment was refunded, while an order
 * held them.
 */
const HoldAdjustment = z.object({
  bucket: Bucket,
  credits: classified('money', z.int()),
  reason: z.string().optional(),
  createdAt: z.iso.datetime(),
})

/**
 * The credit entries of one order, or a single entry without an order: what happened, in one line. Amounts are whole
 * credits of both buckets.
 */
export const CreditActivity = z
  .object({
    id: z.string().describe('The id of its newest entry'),
    orderId: z.string().optional(),
    campaignId: z.string().optional(),
    orderName: z.string().optional(),
    change: classified('money', z.int().describe('Change of what can be spent')),
    spent: classified('money', z.int().describe('Spent on delivered leads')),
    held: classified('money', z.int().describe('On hold for the order')),
    createdAt: z.iso.datetime().describe('When its newest entry was made'),
    entries: z.array(CreditEntry).describe('Newest first'),
  })
  .meta({ id: 'CreditActivity', example: { change: -939, spent: 939, held: 0, orderName: 'Spring mailing' } })
export type CreditActivity = z.infer<typeof CreditActivity>

const CreditHold = z
  .object({
    orderId: z.string(),
    campaignId: z.string().optional(),
    orderName: z.string(),
    subscription: classified('money', z.int()),
    onDemand: classified('money', z.int()),
    createdAt: z.iso.datetime(),
    marks: z.array(HoldAdjustment).describe('Pending adjustments: the part that is removed on release, and why'),
  })
  .meta({ id: 'CreditHold' })
export type CreditHold = z.infer<typeof CreditHold>

const BalancePoint = z
  .object({
    date: z.iso.date(),
    subscription: classified('money', z.int()),
    onDemand: classified('money', z.int()),
    held: classified('money', z.int()),
  })
  .meta({ id: 'BalancePoint' })
export type BalancePoint = z.infer<typeof BalancePoint>

const EntryFilters = z.object({
  type: z.union([z.array(EntryType), EntryType.transform((one) => [one])], 'There is no such kind of entry').optional(),
  bucket: Bucket.optional(),
  fromDate: rangeBound('From'),
  toDate: rangeBound('To'),
  orderId: z.uuid('There is no such order').optional(),
})
export type EntryFilters = z.infer<typeof EntryFilters>

export const EntryQuery = PageQuery.extend(EntryFilters.shape)
export type EntryQuery = z.infer<typeof EntryQuery>

/** A name of the IANA database. Other values that `Intl` accepts, like +05:30, have no daylight saving time. */
const TimeZone = z
  .string()
  .regex(/^[A-Za-z]/, 'There is no such time zone')
  .refine(isKnownTimeZone, 'There is no such time zone')

function isKnownTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }))
  } catch {
    return false
  }
}

export const historyDays = [30, 90] as const

export const BalanceQuery = z.object({
  days: z.coerce
    .number('Choose 30 or 90 days')
    .refine((days) => days === 30 || days === 90, 'Choose 30 or 90 days')
    .default(30),
  timeZone: TimeZone.default('UTC').describe('Time zone of the days, like America/Chicago'),
})
export type BalanceQuery = z.infer<typeof BalanceQuery>

const creditHistoryEndpoint = endpointFactory({ tag: 'Credits', access: 'SIGNED_IN' })

export const creditHistory = {
  list: creditHistoryEndpoint(
    'GET /v1/billing/credit-transactions',
    "List the caller's credit transactions, newest first",
    {
      query: EntryQuery,
      response: pageSchema(CreditEntry),
      data: ['money'],
    },
  ),
  activity: creditHistoryEndpoint(
    'GET /v1/billing/credit-activity',
    "List the caller's credit transactions, newest first: those of an order as one item",
    {
      query: EntryQuery,
      response: pageSchema(CreditActivity),
      data: ['money'],
    },
  ),
  export: creditHistoryEndpoint(
    'GET /v1/billing/credit-transactions/export',
    "Export the caller's credit transactions as CSV, all pages",
    {
      query: EntryFilters,
      response: classified('money', z.string()),
      data: ['money'],
      answers: 'file',
      mediaType: 'text/csv',
      limits: [{ name: 'ledger-export', per: 'account', times: 30, seconds: 3600 }],
    },
  ),
  holds: creditHistoryEndpoint(
    'GET /v1/billing/holds',
    `List the current credit holds by order: the oldest ${maxListedHolds}`,
    {
      response: z.array(CreditHold),
      data: ['money'],
    },
  ),
  balances: creditHistoryEndpoint(
    'GET /v1/billing/balance-history',
    'Get the balance at the end of each of the last 30 or 90 days',
    {
      query: BalanceQuery,
      response: z.array(BalancePoint),
      data: ['money'],
    },
  ),
}
