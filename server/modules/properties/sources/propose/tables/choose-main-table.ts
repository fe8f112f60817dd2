import { findRefusal } from '../document/find-refusal.ts'
import type { TableProposal } from '../propose-table.ts'

/**
 * The table with one row for each parcel and an owner or an address; the fullest of several. Where owners have a file of
 * their own, facts of land and buildings beside the address make it the one with the parcels.
 */
export function chooseMainTable<Table extends { proposal: TableProposal }>(
  tables: readonly Table[],
): Table | undefined {
  return [...tables].sort((a, b) => rateTable(b.proposal) - rateTable(a.proposal))[0]
}

const facts = ['landValue', 'lotSqft', 'useCode', 'useDescription', 'yearBuilt'] as const

function rateTable(proposal: TableProposal): number {
  const { key, profiles, assigned, property, table } = proposal
  const columns = new Set(key?.columns)
  const isUnique = profiles.some(({ column, distinct }) => columns.has(column) && distinct > 0.95) || columns.size > 1
  return (
    (findRefusal(proposal) === null ? 8 : 0) +
    (isUnique ? 4 : 0) +
    (assigned.has('ownerNames') || assigned.has('taxpayerNames') ? 3 : 0) +
    (assigned.has('situsAddress') || assigned.has('situs.street') ? 2 : 0) +
    (facts.some((target) => assigned.has(target)) ? 3 : 0) +
    (table.rows.length === 0 ? -20 : 0) +
    property.length * 0.1
  )
}
