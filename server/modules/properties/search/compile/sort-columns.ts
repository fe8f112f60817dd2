import type { SortOrder } from '@dooryard/contract/api/paging'
import type { PropertySearch } from '@dooryard/contract/properties/property-search'

/** PLACE is never unknown, unknown TEXT is '', and an unknown NUMBER, which may be a date, is null. */
export type SortColumn = { kind: 'PLACE' | 'TEXT' | 'NUMBER'; sql: string }

type Sort = PropertySearch['sort']

const number = (sql: string): SortColumn[] => [{ kind: 'NUMBER', sql }]

/**
 * The initials of an owner's names, which a masked name shows. A sort by whole names would tell where a masked one lies
 * between two known ones.
 */
const ownerInitialsSql = `arrayStringConcat(arrayMap(name -> arrayStringConcat(
  arrayMap(word -> leftUTF8(word, 1), splitByChar(' ', name)), ' '), owner_names), ' & ')`

/** The columns that rows are sorted by, before the id; `ownerName` only where all names are shown. */
const sortColumns: Record<Sort, readonly SortColumn[]> = {
  // Storage order, so ClickHouse reads no further than the page.
  place: ['state', 'county_fips', 'zip'].map((sql) => ({ kind: 'PLACE', sql })),
  address: [{ kind: 'TEXT', sql: 'address' }],
  ownerName: [{ kind: 'TEXT', sql: "arrayStringConcat(owner_names, ' & ')" }],
  estimatedValue: number('estimated_value'),
  yearBuilt: number('year_built'),
  livingAreaSqft: number('living_area_sqft'),
  lastSaleDate: number('last_sale_date'),
  lastSalePrice: number('last_sale_price'),
  effectiveYear: number('effective_year'),
  landValue: number('land_value'),
  improvementValue: number('improvement_value'),
  taxAmount: number('tax_amount'),
}

/** The same, with owners sorted by their initials. */
export const maskedSortColumns: typeof sortColumns = {
  ...sortColumns,
  ownerName: [{ kind: 'TEXT', sql: ownerInitialsSql }],
}

const orderByColumn: Record<SortColumn['kind'], (sql: string, order: SortOrder) => string> = {
  PLACE: (sql, order) => `${sql} ${order}`,
  TEXT: (sql, order) => `${sql} = '', ${sql} ${order}`,
  NUMBER: (sql, order) => `${sql} ${order} nulls last`,
}

/**
 * A total order, by owners' whole names only if they are all shown: unknown values come last in both directions, and the
 * id breaks ties.
 */
export const orderBySql = (sort: Sort, order: SortOrder, showsNames = false): string =>
  [
    ...(showsNames ? sortColumns : maskedSortColumns)[sort].map(({ kind, sql }) => orderByColumn[kind](sql, order)),
    `property_id ${sort === 'place' ? order : 'asc'}`,
  ].join(', ')
