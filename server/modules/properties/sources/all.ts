import { appError } from '../../../platform/errors/app-error.ts'
import type { RollSource } from '../mapping/roll.ts'
import { isCounty } from '../places/country.ts'
import { browardFlSales } from './broward-fl-sales.ts'
import { easthamptonMa } from './easthampton-ma.ts'
import { genericSource } from './generic.ts'
import { nashvilleTn } from './nashville-tn.ts'
import { philadelphiaPa } from './philadelphia-pa.ts'

/** Every roll with its own source. A new county is one file, and its entry here. */
export const rollSources: readonly RollSource[] = [browardFlSales, easthamptonMa, nashvilleTn, philadelphiaPa]

export const findSource = (source: string) => rollSources.find((known) => known.source === source)

/** The publisher and the terms of a loaded dataset. Dooryard ships none, so the terms are those of its agency. */
export function getSourceOrigin(source: string, isGenerated: boolean): { publisher: string | null; terms: string } {
  if (isGenerated) return { publisher: null, terms: 'Generated data, no restrictions' }
  const publisher = findSource(source)?.publisher ?? null
  return { publisher, terms: publisher ? 'See the publisher' : 'See the agency' }
}

/**
 * Identifies a source as plain data that can be sent to a thread or a job: its slug, or `generic` with the name of the
 * roll and the county for rows without one.
 */
export type SourceChoice = { source: string; name?: string; countyFips?: string }

const choices = new WeakMap<RollSource, SourceChoice>(rollSources.map((known) => [known, { source: known.source }]))

/** The choice a source was resolved from; undefined for one declared elsewhere. */
export const getSourceChoice = (source: RollSource): SourceChoice | undefined => choices.get(source)

/** Resolves a source; throws an error that says what is missing. The same choice always resolves to the same source. */
export function resolveSource(choice: SourceChoice): RollSource {
  const { source, name, countyFips } = choice
  if (source === 'generic') {
    const generic = createGenericSource(name, countyFips)
    choices.set(generic, choice)
    return generic
  }
  const known = findSource(source)
  if (!known) throw unprocessable(`There is no source ${JSON.stringify(source)}.`)
  if (name !== undefined || countyFips !== undefined)
    throw unprocessable(`${known.name} has its own name and county: only a generic roll is given them.`)
  return known
}

const unprocessable = (sentence: string) => appError('UNPROCESSABLE', sentence)
const maxName = 80

function createGenericSource(input = '', countyFips?: string): RollSource {
  const name = input.replace(/\s+/g, ' ').trim()
  const slug = slugify(name)
  if (slug === '') throw unprocessable('A generic roll needs a name, such as "Anytown County, assessor".')
  if (name.length > maxName) throw unprocessable(`The name of a roll may have ${maxName} characters at most.`)
  if (countyFips !== undefined && !isCounty(countyFips))
    throw unprocessable(`${JSON.stringify(countyFips)} is no county: give the five digits of its FIPS code.`)
  const taken = rollSources.find((known) => [known.source, slugify(known.name)].includes(slug))
  if (taken)
    throw unprocessable(`${taken.name} is a source of its own: give this roll another name, or import it as that.`)
  return genericSource(`generic-${slug}`, name, countyFips)
}

/** Lower case, with hyphens for anything but letters and digits: names that differ only in these are one roll. */
const slugify = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
