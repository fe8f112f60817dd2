import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpoint } from '../api/endpoint.ts'
import { Buyer } from './buyers.ts'
import { PropertyId } from './properties.ts'

/** The points of a full match by reason; together 100. */
export const matchPoints = { NEARNESS: 35, PRICE: 30, TYPE: 20, RECENCY: 15 } as const
export type MatchReasonKind = keyof typeof matchPoints

export const matchMonths = 24
export const maxMatches = 25

export const BuyerMatchQuery = z
  .strictObject({
    propertyId: PropertyId,
    listId: z
      .uuid('There is no such buyer list')
      .optional()
      .describe('Only buyers of this list, within 50 miles; otherwise all that bought within 5 miles'),
  })
  .meta({ id: 'BuyerMatchQuery', example: { propertyId: '11694027471264031877' } })
export type BuyerMatchQuery = z.infer<typeof BuyerMatchQuery>

const MatchReason = z.object({
  kind: z.enum(['NEARNESS', 'PRICE', 'TYPE', 'RECENCY']),
  points: z.int(),
  maxPoints: z.int(),
  text: classified('public-record', z.string()),
})
export type MatchReason = z.infer<typeof MatchReason>

const BuyerMatch = z.object({
  score: z.int().min(0).max(100).describe('The sum of the points of its reasons'),
  reasons: z.array(MatchReason),
  buyer: Buyer,
})
export type BuyerMatch = z.infer<typeof BuyerMatch>

const BuyerMatches = z
  .object({
    items: z.array(BuyerMatch).max(maxMatches).describe('Best first'),
    considered: z.int().describe('Buyers with purchases there, of which the items are the best'),
  })
  .meta({ id: 'BuyerMatches', example: { items: [], considered: 0 } })
export type BuyerMatches = z.infer<typeof BuyerMatches>

export const buyerMatches = {
  find: endpoint({
    method: 'POST',
    path: '/v1/buyers/matches',
    reads: true,
    summary: 'Rank the buyers who would buy a property, with the reasons',
    tag: 'Buyers',
    access: ['CONSUMER_USER', 'ENTERPRISE_USER'],
    body: BuyerMatchQuery,
    response: BuyerMatches,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
  }),
}
