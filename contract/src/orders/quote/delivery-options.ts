import { z } from 'zod'
import type { CampaignType } from '../../api/enums.ts'
import { SortOrder } from '../../api/paging.ts'
import type { Criteria } from '../../criteria/criteria.ts'
import { propertySorts } from '../../properties/property-search.ts'

const Point = z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })

/** Sorts in either direction: those of the property search, and two that only orders have. */
export const directedOrderSorts = [...propertySorts, 'equityAmount', 'signalCount'] as const

/**
 * Which matches an order takes first. County datasets date no signals, so there is no sort by the newest ones:
 * `signalCount` sorts by their number, `lastSaleDate` by what datasets do date.
 */
export const OrderSort = z
  .discriminatedUnion(
    'by',
    [
      z.strictObject({ by: z.literal('random') }).describe('A spread over all matches, the same each time'),
      z
        .strictObject({
          by: z.literal('distance'),
          from: Point.optional().describe('By default the center of `location.near` of the criteria'),
        })
        .describe('The nearest first'),
      z.strictObject({ by: z.enum(directedOrderSorts), order: SortOrder }).describe('By a column; unknown values last'),
    ],
    `Sort by one of random, distance, ${directedOrderSorts.join(', ')}`,
  )
  .meta({ id: 'OrderSort', example: { by: 'equityAmount', order: 'desc' } })
export type OrderSort = z.infer<typeof OrderSort>

export const randomSort: OrderSort = { by: 'random' }

const onePerOwner = z.boolean().describe('Whether to deliver one property per owner')
const onePerAddress = z.boolean().describe('MAIL_READY: whether to deliver one property per mailing address')

/** Which of several leads for one person or mailbox are delivered; all by default. */
export const distinctOptions = {
  onePerOwner: onePerOwner
    .optional()
    .describe('Whether to deliver one property per owner: false by default; the portal sets it for MAIL_READY'),
  onePerAddress: onePerAddress
    .optional()
    .describe('MAIL_READY: whether to deliver one property per mailing address: false by default; the portal sets it'),
}
export type DistinctOptions = z.infer<z.ZodObject<typeof distinctOptions>>

export const deliveryOptions = {
  sort: OrderSort.optional().describe('Which matches are delivered first; random by default'),
  ...distinctOptions,
}
export type DeliveryOptions = z.infer<z.ZodObject<typeof deliveryOptions>>

/** The options of a placed order, with their defaults. */
export const orderDelivery = { sort: OrderSort, onePerOwner, onePerAddress }

type OptionsDraft = { campaignType: CampaignType; criteria: Pick<Criteria, 'location'> } & DeliveryOptions

/** Why an order cannot be delivered as asked; null if it can. */
export function getDeliveryRefusal({ campaignType, criteria, sort, onePerAddress }: OptionsDraft): string | null {
  if (sort?.by === 'distance' && !sort.from && !criteria.location?.near)
    return 'To sort by distance, give a point or search around one.'
  // The callable owner of an address is only known once all its owners are traced and checked.
  if (onePerAddress && campaignType === 'CALL_READY')
    return 'Only a Mail Ready order can be limited to one lead per mailing address.'
  return null
}

/** The sort with the point that distances are measured from, so that it no longer depends on the criteria. */
export function resolveSort(sort: OrderSort | undefined, { location }: Pick<Criteria, 'location'>): OrderSort {
  if (sort?.by !== 'distance' || sort.from || !location?.near) return sort ?? randomSort
  const { lat, lng } = location.near
  return { by: 'distance', from: { lat, lng } }
}
