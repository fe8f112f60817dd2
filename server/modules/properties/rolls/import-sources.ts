import type { NewImport, RollSources } from '@dooryard/contract/roll-imports'
import type { RollSource } from '../mapping/roll.ts'
import { resolveSource, rollSources } from '../sources/all.ts'

const generic = 'generic'

function coverOf({ columns, sale }: RollSource): string {
  if (!columns) return 'Sales, added to the parcels of other rolls'
  return sale ? 'Properties and their sales' : 'Properties'
}

/** What can be imported: the rolls with a source of their own, and a file of any county with our own headers. */
export const importableRolls = (maxFileBytes: number): RollSources => ({
  items: [
    ...rollSources.map((roll) => ({
      source: roll.source,
      name: roll.name,
      countyFips: typeof roll.countyFips === 'string' ? roll.countyFips : null,
      covers: coverOf(roll),
      hint: 'Give the file as it is published, or compressed as gz or zip.',
      isGeneric: false,
    })),
    {
      source: generic,
      name: 'Another county, with our own headers',
      countyFips: null,
      covers: 'Properties, sales or both, as far as its headers say',
      hint: 'A table whose first line has our headers, of which apn is needed, and county_fips unless you say the county.',
      isGeneric: true,
    },
  ],
  maxFileBytes,
})

type Chosen = Pick<NewImport, 'source'> & { name?: string | null | undefined; countyFips?: string | null | undefined }

/** A source of its own has its own name and county; a refusal in words where there is none of this name. */
export const sourceOf = ({ source, name, countyFips }: Chosen): RollSource =>
  resolveSource({
    source,
    ...(source === generic && name && { name }),
    ...(source === generic && countyFips && { countyFips }),
  })
