import type { FieldSource } from '@dooryard/contract/data/sources/transforms'
import type { ProposalContext, SampledTable } from '../proposal.ts'
import { proposeSource } from '../propose-source.ts'

/** A table with a header of names between bars. */
export const toTable = (header: string, rows: readonly (readonly string[])[], more: Partial<SampledTable> = {}) => ({
  name: '',
  header: header.split('|'),
  rows,
  rowCount: rows.length,
  geometry: null,
  file: {},
  ...more,
})

/** Rows of made-up cells; the people and places do not exist. */
export const makeRows = (makeRow: (row: number) => string[], count = 120) =>
  Array.from({ length: count }, (_, at) => makeRow(at))

export const context = { today: '2026-11-20', countyFips: '39035', name: 'Example County, assessor' }

export const proposeTable = (table: SampledTable, wish: Partial<ProposalContext> = {}) =>
  proposeSource([{ id: 'roll', fileName: 'roll.csv', sample: table }], { ...context, ...wish })

export const propose = (header: string, makeRow: (row: number) => string[], wish: Partial<ProposalContext> = {}) =>
  proposeTable(toTable(header, makeRows(makeRow)), wish)

export const getSources = ({ fields }: ReturnType<typeof proposeSource>): Record<string, FieldSource> =>
  Object.fromEntries(fields.map(({ field, source }) => [field, source]))

export const street = (row: number) => `${row + 10} EXAMPLE ORCHARD LN`
