import { z } from 'zod'
import { classified } from './data-classes.ts'
import { deedTypes, ownerTypes } from './vocabularies.ts'

/** One recorded deed of a property; null is unknown. Money is whole dollars, as rolls publish it. */
export const Transfer = z
  .object({
    recordedOn: z.iso.date(),
    isMonthOnly: z.boolean().meta({ description: 'The roll says the month alone: the day is the first of it' }),
    price: classified('public-record', z.int().nullable()),
    deedType: deedTypes.schema,
    isDeedInferred: z.boolean().meta({ description: 'The kind of deed is concluded, not published' }),
    buyer: classified('public-record', z.string().nullable()),
    buyerType: ownerTypes.schema,
    seller: classified('public-record', z.string().nullable()),
    loanAmount: classified('public-record', z.int().nullable()),
    lender: classified('public-record', z.string().nullable()),
    cashPurchase: z.boolean().nullable(),
    armsLength: z.boolean().nullable(),
    document: z.string().nullable().meta({ description: "The recorder's number of the instrument, or book and page" }),
    isMultiParcel: z.boolean().meta({ description: 'The price is that of several parcels sold together' }),
    rolls: z
      .array(z.string())
      .min(1)
      .meta({ description: 'The rolls that tell of it; what the first leaves open is of the next' }),
    ingestedAt: z.iso.datetime(),
  })
  .meta({
    id: 'Transfer',
    example: {
      recordedOn: '2016-05-11',
      isMonthOnly: false,
      price: 265000,
      deedType: 'WARRANTY',
      isDeedInferred: false,
      buyer: 'TESTWELL HOLDINGS LLC',
      buyerType: 'LLC',
      seller: 'SAMPLER, JANE',
      loanAmount: 212000,
      lender: 'EXAMPLE SAVINGS BANK',
      cashPurchase: false,
      armsLength: true,
      document: '20160513-0048221',
      isMultiParcel: false,
      rolls: ['Generated demo county records'],
      ingestedAt: '2026-11-02T09:30:00.000Z',
    },
  })
export type Transfer = z.infer<typeof Transfer>
