import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { FieldProposal, JoinProposal, ProposalContext, ProposalInput, UsesProposal } from '../proposal.ts'

/** The document of proposed fields, as an administrator goes on with it. */
export function toDocument(
  inputs: readonly ProposalInput[],
  context: ProposalContext,
  proposed: { fields: readonly FieldProposal[]; joins: readonly JoinProposal[]; uses: UsesProposal | null },
): SourceDocument | null {
  const { fields, joins, uses } = proposed
  const key = fields.find(({ group }) => group === 'key')
  const county = toCounty(fields, context.countyFips)
  const joined = new Set(joins.map(({ join }) => join.file))
  const [main, ...others] = inputs
  if (!key || !county || !main) return null
  const files = [main, ...others.filter(({ id }) => joined.has(id))]
  const sale = toGroup(fields, 'sale')
  const property = sale && isUseAlone(fields) ? undefined : toGroup(fields, 'property')
  return {
    version: 1,
    source: toSourceKey(context.name, context.countyFips),
    name: context.name,
    county,
    files: files.map(({ id, sample }) => ({ id, ...sample.file })),
    ...(joins.length > 0 && { joins: joins.map(({ join }) => join) }),
    key: key.source,
    ...(property && { property }),
    ...(sale && { sale }),
    ...(uses && property && { uses: toUses(uses) }),
  }
}

/** Rows of sales that say no more of a parcel than its use make no properties. */
const isUseAlone = (fields: readonly FieldProposal[]) =>
  fields.every(({ group, field }) => group !== 'property' || field === 'useCode' || field === 'useDescription')

function toCounty(fields: readonly FieldProposal[], fips: string | null): SourceDocument['county'] | null {
  const field = fields.find(({ group }) => group === 'county')
  if (field) return fips === null ? { of: field.source } : { of: field.source, otherwise: fips }
  return fips === null ? null : { fips }
}

const toGroup = (fields: readonly FieldProposal[], group: 'property' | 'sale') => {
  const own = fields.filter((field) => field.group === group)
  return own.length === 0 ? undefined : Object.fromEntries(own.map(({ field, source }) => [field, source]))
}

const toUses = ({ column, list, codes }: UsesProposal): NonNullable<SourceDocument['uses']> => ({
  column,
  match: list === null && codes.some(({ code }) => /[a-z]{4}/i.test(code)) ? 'WORDS' : 'CODE',
  ...(list && { list }),
  codes: Object.fromEntries(
    codes.flatMap(({ code, description, use }) =>
      use === null ? [] : [[code, description === null ? { use } : { use, description }]],
    ),
  ),
})

const longestKey = 80

/**
 * A name such as "Anytown County, assessor" as the key of its source: `anytown-county-assessor`. Keys that begin with
 * `generic` are those of files with our own headers.
 */
export function toSourceKey(name: string, fips: string | null): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const key = words.join('-').slice(0, longestKey).replace(/-+$/, '')
  return /[a-z]/.test(key) && !/^generic(-|$)/.test(key) ? key : `county-${fips ?? 'roll'}`
}
