import type { IntakeRow } from '../intake/intake-row.ts'
import { tsvLine } from '../intake/tsv.ts'
import { demo } from '../sources/demo.ts'
import type { DemoProperty } from './generate.ts'

export const transferColumns = [
  'source',
  'property_id',
  'state',
  'county_fips',
  'recorded_on',
  'price',
  'deed_type',
  'buyer',
  'buyer_key',
  'seller',
  'seller_key',
  'loan_amount',
  'lender',
  'arms_length',
  'ingested_at',
] as const

export const contactColumns = ['source', 'owner_key', 'kind', 'value', 'line_type', 'ingested_at'] as const

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** The deeds of a property as lines of the transfers table. */
export const transferLines = ({ deeds }: DemoProperty, row: IntakeRow, ingestedAt: Date): string[] =>
  deeds.map(({ recordedOn, price, deedType, buyer, seller, loan, armsLength }) =>
    tsvLine([
      demo.source,
      row.propertyId,
      row.situs.state,
      row.facts.countyFips,
      recordedOn,
      price,
      deedType,
      buyer?.name ?? row.ownerNames.join(' & '),
      (buyer ? buyer.key : row.ownerKey) ?? '0',
      seller.name,
      seller.key ?? '0',
      loan?.amount ?? null,
      loan?.lender ?? '',
      armsLength,
      seconds(ingestedAt),
    ]),
  )

/** The phones and e-mails of an owner, with the first of its properties. */
export function contactLines({ owner, isFirst }: DemoProperty, row: IntakeRow, ingestedAt: Date): string[] {
  const { ownerKey } = row
  if (ownerKey === null || !isFirst) return []
  const line = (kind: string, value: string, lineType: string) =>
    tsvLine([demo.source, ownerKey, kind, value, lineType, seconds(ingestedAt)])
  return [
    ...owner.phones.map((phone, at) => line('PHONE', phone, at === 0 ? 'MOBILE' : 'LANDLINE')),
    ...owner.emails.map((email) => line('EMAIL', email, '')),
  ]
}
