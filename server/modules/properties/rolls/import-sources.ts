import type { NewImport, RollSources } from '@dooryard/contract/data/roll-imports'
import type { RollSource } from '../mapping/roll.ts'
import { resolveSource, rollSources } from '../sources/all.ts'

const generic = 'generic'

function describeContents({ columns, sale }: RollSource): string {
  if (!columns) return 'Sales, added to the parcels of other rolls'
  return sale ? 'Properties and their sales' : 'Properties'
}

/** The importable sources: rolls with their own source, and a file of any county with our own headers. */
export const listImportSources = (maxFileBytes: number): RollSources => ({
  items: [
    ...rollSources.map((roll) => ({
      source: roll.source,
      name: roll.name,
      countyFips: typeof roll.countyFips === 'string' ? roll.countyFips : null,
      covers: describeContents(roll),
      hint: 'Give the file as it is published, or compressed as gz or zip.',
      isGeneric: false,
    })),
    {
      source: generic,
      name: 'Another county, with our own headers',
      countyFips: null,
      covers: 'Properties, sales or both, as far as its headers say',
      hint: 'A table with our headers in its first line. Required: apn, and county_fips unless you choose the county.',
      isGeneric: true,
    },
  ],
  maxFileBytes,
})

type ImportSourceChoice = Pick<NewImport, 'source'> & {
  name?: string | null | undefined
  countyFips?: string | null | undefined
}

/** A specific source has a fixed name and county. Throws UNPROCESSABLE for an unknown source. */
export const resolveImportSource = ({ source, name, countyFips }: ImportSourceChoice): RollSource =>
  resolveSource({
    source,
    ...(source === generic && name && { name }),
    ...(source === generic && countyFips && { countyFips }),
  })
