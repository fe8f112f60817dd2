import { toUnixSeconds } from '@dooryard/contract/time'
import {
  bool,
  type Columns,
  column,
  day,
  float64,
  instant,
  nullable,
  text,
  uint32,
  uint64,
  word,
} from '../../../platform/blocks/native.ts'
import { ownerTypeOf } from '../derive/owner-type.ts'
import type { IntakeRow } from '../intake/intake-row.ts'
import { demo } from '../sources/demo.ts'
import type { DemoProperty } from './generate.ts'

type DemoTransfer = { deed: DemoProperty['deeds'][number]; property: IntakeRow; ingestedAt: Date }

export const transferColumns: Columns<DemoTransfer> = {
  source: column(word, () => demo.source),
  property_id: column(uint64, ({ property }) => property.propertyId),
  state: column(word, ({ property }) => property.situs.state),
  county_fips: column(word, ({ property }) => property.facts.countyFips),
  lat: column(nullable(float64), ({ property }) => property.facts.lat),
  lng: column(nullable(float64), ({ property }) => property.facts.lng),
  recorded_on: column(day, ({ deed }) => deed.recordedOn),
  price: column(nullable(uint32), ({ deed }) => deed.price),
  deed_type: column(word, ({ deed }) => deed.deedType),
  buyer: column(text, ({ deed, property }) => deed.buyer?.name ?? property.ownerNames.join(' & ')),
  buyer_key: column(uint64, ({ deed, property }) => (deed.buyer ? deed.buyer.key : property.ownerKey) ?? 0n),
  buyer_type: column(word, ({ deed, property }) => (deed.buyer ? ownerTypeOf([deed.buyer.name]) : property.ownerType)),
  seller: column(text, ({ deed }) => deed.seller.name),
  seller_key: column(uint64, ({ deed }) => deed.seller.key ?? 0n),
  loan_amount: column(nullable(uint32), ({ deed }) => deed.loan?.amount ?? null),
  lender: column(text, ({ deed }) => deed.loan?.lender ?? ''),
  cash_purchase: column(nullable(bool), ({ deed }) => (deed.price === null ? null : deed.loan === null)),
  arms_length: column(nullable(bool), ({ deed }) => deed.armsLength),
  ingested_at: column(instant, ({ ingestedAt }) => toUnixSeconds(ingestedAt)),
}

type DemoContact = { ownerKey: bigint; kind: string; value: string; lineType: string; ingestedAt: Date }

export const contactColumns: Columns<DemoContact> = {
  source: column(word, () => demo.source),
  owner_key: column(uint64, ({ ownerKey }) => ownerKey),
  kind: column(word, ({ kind }) => kind),
  value: column(text, ({ value }) => value),
  line_type: column(word, ({ lineType }) => lineType),
  ingested_at: column(instant, ({ ingestedAt }) => toUnixSeconds(ingestedAt)),
}

export const transfersOf = ({ deeds }: DemoProperty, property: IntakeRow, ingestedAt: Date): DemoTransfer[] =>
  deeds.map((deed) => ({ deed, property, ingestedAt }))

export function contactsOf({ owner, isFirst }: DemoProperty, row: IntakeRow, ingestedAt: Date): DemoContact[] {
  const { ownerKey } = row
  if (ownerKey === null || !isFirst) return []
  const contact = (kind: string, value: string, lineType: string) => ({ ownerKey, kind, value, lineType, ingestedAt })
  return [
    ...owner.phones.map((phone, at) => contact('PHONE', phone, at === 0 ? 'MOBILE' : 'LANDLINE')),
    ...owner.emails.map((email) => contact('EMAIL', email, '')),
  ]
}
