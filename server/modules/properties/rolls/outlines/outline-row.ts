import { type Columns, column } from '../../../../platform/files/native/column-batch.ts'
import {
  binary,
  float64,
  lowCardinality,
  nullable,
  uint16,
  uint32,
  uint53,
  uint64,
} from '../../../../platform/files/native/column-types.ts'
import type { BoundingBox } from './geometry.ts'

/** The outline of the property of a line, as `encodeTwkb` writes it. */
export type OutlineRow = {
  line: number
  propertyId: bigint
  state: string
  countyFips: string
  box: BoundingBox
  full: Uint8Array
  /** Empty where it equals the full one. */
  simplified: Uint8Array
  /** The area that the line gives. */
  lotSqft: number | null
  /** Of the values that the line gives; 0 for none. */
  valueYear: number
}

export const outlineColumns: Columns<OutlineRow> = {
  property_id: column(uint64, (row) => row.propertyId),
  state: column(lowCardinality, (row) => row.state),
  county_fips: column(lowCardinality, (row) => row.countyFips),
  south: column(float64, ({ box }) => box.south),
  north: column(float64, ({ box }) => box.north),
  west: column(float64, ({ box }) => box.west),
  east: column(float64, ({ box }) => box.east),
  outline: column(binary, (row) => row.full),
  simplified: column(binary, (row) => row.simplified),
}

export const outlineColumnNames: readonly string[] = Object.keys(outlineColumns)
export const outlineIngestColumns: Columns<OutlineRow> = {
  ...outlineColumns,
  line: column(uint53, (row) => row.line),
  lot_sqft: column(nullable(uint32), (row) => row.lotSqft),
  value_year: column(uint16, (row) => row.valueYear),
}
export const outlineIngestColumnNames: readonly string[] = Object.keys(outlineIngestColumns)
