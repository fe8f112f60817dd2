import { toUnixSeconds } from '@dooryard/contract/api/time'
import { type Columns, column } from '../../../platform/files/native/column-batch.ts'
import {
  bool,
  day,
  float64,
  instant,
  lowCardinality,
  nullable,
  text,
  uint32,
  uint64,
} from '../../../platform/files/native/column-types.ts'
import { classifyOwner } from '../derive/owner-type.ts'
import type { IngestRow } from '../rolls/ingest/ingest-row.ts'
import { unitsPerDegree } from '../rolls/outlines/geometry.ts'
import { toOutlineRow } from '../rolls/outlines/geometry-reader.ts'
import type { OutlineRow } from '../rolls/outlines/outline-row.ts'
import { demo } from '../sources/demo.ts'
import type { DemoProperty } from './generate.ts'

type DemoTransfer = { deed: DemoProperty['deeds'][number]; document: string; property: IngestRow; ingestedAt: Date }

export const demoTransferColumns: Columns<DemoTransfer> = {
  source: column(lowCardinality, () => demo.source),
  property_id: column(uint64, ({ property }) => property.propertyId),
  state: column(lowCardinality, ({ property }) => property.situs.state),
  county_fips: column(lowCardinality, ({ property }) => property.facts.countyFips),
  lat: column(nullable(float64), ({ property }) => property.facts.lat),
  lng: column(nullable(float64), ({ property }) => property.facts.lng),
  recorded_on: column(day, ({ deed }) => deed.recordedOn),
  price: column(nullable(uint32), ({ deed }) => deed.price),
  deed_type: column(lowCardinality, ({ deed }) => deed.deedType),
  buyer: column(text, ({ deed, property }) => deed.buyer?.name ?? property.ownerNames.join(' & ')),
  buyer_key: column(uint64, ({ deed, property }) => (deed.buyer ? deed.buyer.key : property.ownerKey) ?? 0n),
  buyer_type: column(lowCardinality, ({ deed, property }) =>
    deed.buyer ? classifyOwner([deed.buyer.name]) : property.ownerType,
  ),
  seller: column(text, ({ deed }) => deed.seller.name),
  seller_key: column(uint64, ({ deed }) => deed.seller.key ?? 0n),
  loan_amount: column(nullable(uint32), ({ deed }) => deed.loan?.amount ?? null),
  lender: column(text, ({ deed }) => deed.loan?.lender ?? ''),
  cash_purchase: column(nullable(bool), ({ deed }) => (deed.price === null ? null : deed.loan === null)),
  arms_length: column(nullable(bool), ({ deed }) => deed.armsLength),
  document: column(text, ({ document }) => document),
  ingested_at: column(instant, ({ ingestedAt }) => toUnixSeconds(ingestedAt)),
}

type DemoContact = { ownerKey: bigint; kind: string; value: string; lineType: string; ingestedAt: Date }

export const demoContactColumns: Columns<DemoContact> = {
  source: column(lowCardinality, () => demo.source),
  owner_key: column(uint64, ({ ownerKey }) => ownerKey),
  kind: column(lowCardinality, ({ kind }) => kind),
  value: column(text, ({ value }) => value),
  line_type: column(lowCardinality, ({ lineType }) => lineType),
  ingested_at: column(instant, ({ ingestedAt }) => toUnixSeconds(ingestedAt)),
}

export const toDemoTransfers = ({ deeds }: DemoProperty, property: IngestRow, ingestedAt: Date): DemoTransfer[] =>
  deeds.map((deed, at) => ({
    deed,
    document: at === 0 ? (property.facts.lastSaleDocument ?? '') : '',
    property,
    ingestedAt,
  }))

export function toDemoContacts({ owner, isFirst }: DemoProperty, row: IngestRow, ingestedAt: Date): DemoContact[] {
  const { ownerKey } = row
  if (ownerKey === null || !isFirst) return []
  const contact = (kind: string, value: string, lineType: string) => ({ ownerKey, kind, value, lineType, ingestedAt })
  return [
    ...owner.phones.map((phone, at) => contact('PHONE', phone, at === 0 ? 'MOBILE' : 'LANDLINE')),
    ...owner.emails.map((email) => contact('EMAIL', email, '')),
  ]
}

export function toDemoOutline({ place }: DemoProperty, { line, propertyId, situs, facts }: IngestRow): OutlineRow {
  const ring = [...place.outline, ...place.outline.slice(0, 1)].flatMap(({ lat, lng }) => [
    Math.round(lng * unitsPerDegree),
    Math.round(lat * unitsPerDegree),
  ])
  const { countyFips, lotSqft } = facts
  return toOutlineRow({ line, propertyId, state: situs.state, countyFips, lotSqft, valueYear: facts.valueYear ?? 0 }, [
    [ring],
  ])
}
