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
  const listing = findListing(proposal)
  if (listing) return listing
  if (key)
    return isListOfPoints(proposal)
      ? 'These are points at addresses: the file has no land, values, sales or owners. Look for the parcels.'
      : null
  const hasAddress = assigned.has('situsAddress') || assigned.has('situs.street')
  const owner = assigned.get('ownerNames')
  const hasOwner = owner !== undefined && toConfidence(owner) > leastOfOwner
  if (!hasOwner && (table.geometry === 'POINT' || assigned.has('lat')) && hasAddress)
    return 'These are address points: the file has neither parcel numbers nor owners. Look for the parcels of the county.'
  return 'No column has parcel numbers, so properties cannot be told apart. Take a file that has them.'
}

const listings: readonly (readonly [meaning: string, refusal: string])[] = [
  ['PERMIT', 'These are permits, not properties. Look for the parcels or the assessment roll of the county.'],
  ['LICENSE', 'These are licenses, not properties. Look for the parcels or the assessment roll of the county.'],
  ['VIOLATION', 'These are cases of violations, not properties. Look for the assessment roll of the county.'],
]

/** Permits have areas, bedrooms and owners as well. */
const factsOfProperty = [
  'landValue',
  'improvementValue',
  'lotSqft',
  'assessedValue',
  'marketValue',
  'yearBuilt',
] as const

/** Lists of what happens at addresses: columns that say so, and neither land, values nor the year of a building. */
function findListing({ table, assigned }: TableProposal): string | null {
  const isRoll = factsOfProperty.some((field) => {
    const found = assigned.get(field)
    return found !== undefined && toConfidence(found) > leastOfOwner
  })
  if (isRoll) return null
  const words = table.header.map((column) => readHeader(column, false).words)
  const count = (meaning: string) => words.filter((name) => name.some(({ meanings }) => meanings.has(meaning))).length
  return listings.find(([meaning]) => count(meaning) >= 2)?.[1] ?? null
}

const factsOfRoll = [
  ...factsOfProperty,
  ...(['livingAreaSqft', 'lastSaleDate', 'lastSalePrice', 'legalDescription', 'useCode', 'subdivision'] as const),
  ...(['mailingAddress', 'mailingCity', 'mailing.street', 'taxAmount', 'zoning'] as const),
] as const

/** Trees and hydrants have numbers, addresses and positions, and nothing that a roll says. */
function isListOfPoints({ table, assigned, schema }: TableProposal): boolean {
  const isPoint = table.geometry === 'POINT' || assigned.has('lat')
  const owner = assigned.get('ownerNames')
  const hasOwner = owner !== undefined && toConfidence(owner) > leastOfOwner
  return isPoint && table.rows.length > 0 && !schema && !hasOwner && !factsOfRoll.some((field) => assigned.has(field))
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
