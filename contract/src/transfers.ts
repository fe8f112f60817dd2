import { z } from 'zod'
import { classified } from './data-classes.ts'
import { deedTypes, ownerTypes } from './vocabularies.ts'

/** One recorded deed of a property; null is unknown. Money is whole dollars, as rolls publish it. */
export const Transfer = z
  .object({
    recordedOn: z.iso.date(),
    isMonthOnly: z.boolean().describe('The roll says the month alone: the day is the first of it'),
    price: classified('public-record', z.int().nullable()),
    deedType: deedTypes.schema,
    isDeedInferred: z.boolean().describe('The kind of deed is concluded, not published'),
    buyer: classified('public-record', z.string().nullable()),
    buyerType: ownerTypes.schema,
    seller: classified('public-record', z.string().nullable()),
    loanAmount: classified('public-record', z.int().nullable()),
    lender: classified('public-record', z.string().nullable()),
    cashPurchase: z.boolean().nullable(),
    armsLength: z.boolean().nullable(),
    document: z.string().nullable().describe("The recorder's number of the instrument, or book and page"),
    isMultiParcel: z.boolean().describe('The price is that of several parcels sold together'),
    rolls: z.array(z.string()).min(1).describe('The rolls that tell of it; what the first leaves open is of the next'),
    ingestedAt: z.iso.datetime(),
  })
  .meta({ id: 'Transfer' })
export type Transfer = z.infer<typeof Transfer>
