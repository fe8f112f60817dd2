import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { deedTypes, ownerTypes } from '../api/enums.ts'

/** One recorded deed of a property; null is unknown. Money is whole dollars, as published by counties. */
export const Transfer = z
  .object({
    recordedOn: z.iso.date(),
    isMonthOnly: z.boolean().describe('The county dataset gives only the month: the day is its first'),
    price: classified('public-record', z.int().nullable()),
    deedType: deedTypes.schema,
    isDeedInferred: z.boolean().describe('The deed type is inferred, not published'),
    buyer: classified('public-record', z.string().nullable()),
    buyerType: ownerTypes.schema,
    seller: classified('public-record', z.string().nullable()),
    loanAmount: classified('public-record', z.int().nullable()),
    lender: classified('public-record', z.string().nullable()),
    cashPurchase: z.boolean().nullable(),
    armsLength: z.boolean().nullable(),
    document: z.string().nullable().describe("The recorder's number of the instrument, or book and page"),
    isMultiParcel: z.boolean().describe('The price covers several parcels sold together'),
    rolls: z
      .array(z.string())
      .min(1)
      .describe('The county datasets with this transfer; values missing in the first come from the next'),
    ingestedAt: z.iso.datetime(),
  })
  .meta({ id: 'Transfer' })
export type Transfer = z.infer<typeof Transfer>
