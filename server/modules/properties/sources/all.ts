import { appError } from '../../../platform/errors.ts'
import type { RollSource } from '../mapping/roll.ts'
import { isCounty } from '../places/country.ts'
import { browardFlSales } from './broward-fl-sales.ts'
import { easthamptonMa } from './easthampton-ma.ts'
import { genericSource } from './generic.ts'
import { nashvilleTn } from './nashville-tn.ts'
import { philadelphiaPa } from './philadelphia-pa.ts'

/** Every roll that has a source of its own; a new county is one file, and its name here. */
export const rollSources: readonly RollSource[] = [browardFlSales, easthamptonMa, nashvilleTn, philadelphiaPa]

export const findSource = (source: string) => rollSources.find((known) => known.source === source)

/**
 * Which roll a file is, in plain data that passes to a thread or a job: a source by its short name, or `generic` with
 * the name that its roll is to have, and the county of rows that name none.
 */
export type SourceChoice = { source: string; name?: string; countyFips?: string }

const choices = new WeakMap<RollSource, SourceChoice>(rollSources.map((known) => [known, { source: known.source }]))

/** What a source was resolved from; undefined for one that is declared elsewhere. */
export const choiceOf = (source: RollSource): SourceChoice | undefined => choices.get(source)

/** The source that is meant, or an error that says what is missing. The same choice always means the same. */
export function resolveSource(choice: SourceChoice): RollSource {
  const { source, name, countyFips } = choice
  if (source === 'generic') {
    const generic = namedGeneric(name, countyFips)
    choices.set(generic, choice)
    return generic
  }
  const known = findSource(source)
  if (!known) throw refused(`There is no source ${JSON.stringify(source)}.`)
  if (name !== undefined || countyFips !== undefined)
    throw refused(`${known.name} has its own name and county: only a generic roll is given them.`)
  return known
}

const refused = (sentence: string) => appError('UNPROCESSABLE', sentence)
const maxName = 80

function namedGeneric(given = '', countyFips?: string): RollSource {
  const name = given.replace(/\s+/g, ' ').trim()
  const slug = slugOf(name)
  if (slug === '') throw refused('A generic roll needs a name, such as "Anytown County, assessor".')
  if (name.length > maxName) throw refused(`The name of a roll may have ${maxName} characters at most.`)
  if (countyFips !== undefined && !isCounty(countyFips))
    throw refused(`${JSON.stringify(countyFips)} is no county: give the five digits of its FIPS code.`)
  const taken = rollSources.find((known) => [known.source, slugOf(known.name)].includes(slug))
  if (taken) throw refused(`${taken.name} is a source of its own: give this roll another name, or import it as that.`)
  return genericSource(`generic-${slug}`, name, countyFips)
}

/** Lower case, with a hyphen for whatever is no letter or digit: two names of one spelling are one roll. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
