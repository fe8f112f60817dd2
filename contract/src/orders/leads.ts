import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { leadStages, lineTypes, scrubResults } from '../api/enums.ts'

export const Contact = z
  .object({
    type: z.enum(['PHONE', 'EMAIL']),
    value: classified('contact', z.string().describe('Ten digits, or an email address')),
    lineType: classified('contact', lineTypes.schema.optional().describe('For phones')),
    scrub: classified('contact', scrubResults.schema.optional().describe('For phones: only CLEAN may be called')),
    source: z.string(),
    asOf: z.iso.date().describe('The date of the data, as published by the source'),
  })
  .meta({
    id: 'Contact',
    example: {
      type: 'PHONE',
      value: '6155550142',
      lineType: 'MOBILE',
      scrub: 'CLEAN',
      source: 'Generated demo contacts',
      asOf: '2026-11-02',
    },
  })
export type Contact = z.infer<typeof Contact>

/** One delivered lead, as it was when the order was fulfilled. */
export const Lead = z
  .object({
    propertyId: z.string(),
    rank: z.int(),
    address: classified('public-record', z.string().nullable()),
    city: classified('public-record', z.string().nullable()),
    state: classified('public-record', z.string()),
    zip: classified('public-record', z.string().nullable()),
    ownerName: classified('public-record', z.string().nullable()),
    mailingAddress: classified('public-record', z.string().nullable()),
    mailingCity: classified('public-record', z.string().nullable()),
    mailingState: classified('public-record', z.string().nullable()),
    mailingZip: classified('public-record', z.string().nullable()),
    isRepeat: z.boolean().describe('Paid for within the last 365 days, so it was free'),
    isTest: z.literal(true).optional().describe('Generated for a test order: no real lead'),
    contacts: z.array(Contact).optional().describe('For CALL_READY orders'),
    stage: leadStages.schema,
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
      stage: 'NEW',
    },
  })
export type Lead = z.infer<typeof Lead>

export const LeadChange = z
  .strictObject({ stage: leadStages.schema })
  .meta({ id: 'LeadChange', example: { stage: 'CONTACTED' } })
export type LeadChange = z.infer<typeof LeadChange>
