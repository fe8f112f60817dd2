import { z } from 'zod'

/** One delivered lead, as it stood when the order was filled. */
export const Lead = z
  .object({
    propertyId: z.string(),
    rank: z.int(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string(),
    zip: z.string().nullable(),
    ownerName: z.string().nullable(),
    mailingAddress: z.string().nullable(),
    mailingCity: z.string().nullable(),
    mailingState: z.string().nullable(),
    mailingZip: z.string().nullable(),
    isRepeat: z.boolean().meta({ description: 'Paid for within the last 365 days, so free this time' }),
  })
  .meta({
    id: 'Lead',
    example: {
      propertyId: '11694027471264031877',
      rank: 1,
      address: '1208 EXAMPLE ORCHARD LN',
      city: 'NASHVILLE',
      state: 'TN',
      zip: '37209',
      ownerName: 'TESTWELL HOLDINGS LLC',
      mailingAddress: '40 SAMPLE PLAZA',
      mailingCity: 'KNOXVILLE',
      mailingState: 'TN',
      mailingZip: '37902',
      isRepeat: false,
    },
  })
export type Lead = z.infer<typeof Lead>
