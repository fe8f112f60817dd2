import { toConfidence } from '../compose/placed-field.ts'
import { readHeader } from '../headers/header-words.ts'
import type { TableProposal } from '../propose-table.ts'
import { measureShare } from '../values/profile.ts'

const leastOfOwner = 0.7

/** Why a table is no roll of properties; null when nothing speaks against it. */
export function findRefusal(proposal: TableProposal): string | null {
  const { table, schema, key, assigned } = proposal
  if (schema?.refusal) return schema.refusal
  if (table.header.length === 0) return 'The file has no columns.'
  if (isPersonalProperty(proposal))
    return 'This looks like personal property, such as equipment of businesses, not real estate: it lists no parcels.'
  if (key) return null
  const hasAddress = assigned.has('situsAddress') || assigned.has('situs.street')
  const owner = assigned.get('ownerNames')
  const hasOwner = owner !== undefined && toConfidence(owner) > leastOfOwner
  if (!hasOwner && (table.geometry === 'POINT' || assigned.has('lat')) && hasAddress)
    return 'These are address points: the file has neither parcel numbers nor owners. Look for the parcels of the county.'
  return 'No column has parcel numbers, so properties cannot be told apart. Take a file that has them.'
}

/** Columns of equipment and industries and none of land or buildings, or rows that nearly all say so. */
function isPersonalProperty({ table, profiles, assigned }: TableProposal): boolean {
  const signs = table.header.filter((column) =>
    readHeader(column, false).words.some(({ meanings }) => meanings.has('PERSONAL')),
  )
  const isReal = (['landValue', 'improvementValue', 'lotSqft', 'yearBuilt', 'livingAreaSqft'] as const).some((field) =>
    assigned.has(field),
  )
  if (signs.length >= 2 && !isReal) return true
  return profiles.some(({ cells }) => cells.length > 0 && measureShare(cells, saysPersonal) > 0.9)
}

const saysPersonal = (cell: string) => /^(?:tangible )?(?:business )?personal prop/i.test(cell)
