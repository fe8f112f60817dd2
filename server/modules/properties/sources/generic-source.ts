import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { unprocessable } from '../../../platform/files/content/input-file.ts'
import { isCounty } from '../places/country.ts'
import { listPlaces } from './compile/list-file-problems.ts'
import { genericDocument, shippedSources } from './shipped-sources.ts'

/** The slug by which importers choose the format with our own headers. */
export const generic = genericDocument.source

export const genericHeaders: readonly string[] = [
  ...new Set(['county_fips', 'apn', ...listPlaces(genericDocument).flatMap(({ columns }) => columns)]),
]

const maxName = 80

/**
 * The source of a file with our own headers: its importer names it, and the county for rows that name none. Throws
 * UNPROCESSABLE with a sentence when the name or the county cannot be used.
 */
export function nameGenericSource(input = '', countyFips?: string): SourceDocument {
  const name = input.replace(/\s+/g, ' ').trim()
  const slug = slugify(name)
  if (slug === '') throw unprocessable('A county dataset needs a name, such as "Anytown County, assessor".')
  if (name.length > maxName) throw unprocessable(`The name of a county dataset may have ${maxName} characters at most.`)
  if (countyFips !== undefined && !isCounty(countyFips))
    throw unprocessable(`${JSON.stringify(countyFips)} is not a county: give the five digits of its FIPS code.`)
  const taken = shippedSources.find((known) => [known.source, slugify(known.name)].includes(slug))
  if (taken)
    throw unprocessable(
      `${taken.name} is a source of its own: give this county dataset another name, or import it as that.`,
    )
  return createGenericDocument(`${generic}-${slug}`, name, countyFips)
}

export function createGenericDocument(source: string, name: string, countyFips?: string): SourceDocument {
  const { county } = genericDocument
  return {
    ...genericDocument,
    source,
    name,
    county: 'of' in county && countyFips !== undefined ? { ...county, otherwise: countyFips } : county,
  }
}

/** Lower case, with hyphens for anything but letters and digits: names that differ only in these are one roll. */
const slugify = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
