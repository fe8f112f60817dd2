import { type FieldInfo, propertyFields, saleFields } from '@dooryard/contract/data/sources/fields'
import type { SourceDocument, SourceFile } from '@dooryard/contract/data/sources/source-document'
import type { FieldSource } from '@dooryard/contract/data/sources/transforms'
import { appError } from '../../../../platform/errors/app-error.ts'
import { isCounty } from '../../places/country.ts'
import { openLoans } from '../mapping/loan-readers.ts'
import type { Reader } from '../mapping/reader.ts'
import { always } from '../mapping/readers.ts'
import type { RollSource } from '../mapping/roll.ts'
import { compileField } from './compile-field.ts'
import { compileUses } from './compile-uses.ts'
import type { FieldTarget } from './field-readers.ts'
import { listFileProblems } from './list-file-problems.ts'
import { collectProblem } from './source-problem.ts'

export type FieldReaders = Record<string, Reader<unknown>>

/** What of a source can be compiled; of a draft that may not be all. */
export type CompiledFields = {
  key: Reader<unknown> | undefined
  county: Reader<unknown> | undefined
  property: FieldReaders
  sale: FieldReaders
  /** Sentences that begin with the place, such as `property.lotSqft: …`. */
  problems: string[]
}

/**
 * Compiles the description of a source to readers of its rows: once for a file, not for each cell. Throws
 * UNPROCESSABLE with what `validateSource` says.
 */
export function compileSource(document: SourceDocument): RollSource {
  const { key, county, property, sale, problems } = compileFields(document)
  const [first] = problems
  if (first !== undefined || !key || !county)
    throw appError('UNPROCESSABLE', `The source ${document.name} cannot be used. ${first ?? ''}`.trim())
  const [{ delimiter, unknown = [] }, ...joined] = document.files as [SourceFile, ...SourceFile[]]
  const joinedUnknown = new Map(joined.map((file) => [file.id, file.unknown ?? []]))
  const compiled = {
    source: document.source,
    name: document.name,
    countyFips: 'fips' in document.county ? document.county.fips : county,
    format: { unknown, joinedUnknown, ...(delimiter && { delimiter }) },
    key,
    ...(Object.keys(property).length > 0 && { columns: property }),
    ...(Object.keys(sale).length > 0 && { sale }),
    ...(document.hasOptionalColumns && { isFlexible: true }),
    document,
  }
  // Each reader was compiled for the kind of its field.
  return compiled as RollSource
}

/** Why a source cannot be used, in sentences that begin with the place; none when it can. */
export const validateSource = (document: SourceDocument): string[] => compileFields(document).problems

/** Compiles what can be compiled. */
export function compileFields(document: SourceDocument): CompiledFields {
  const problems = listFileProblems(document)
  const compile = (place: string, source: FieldSource, target: FieldTarget) =>
    collectProblem(problems, place, () => compileField(source, target))
  const property = {
    ...compileGroup(document.property, propertyFields, (name, source, target) =>
      compile(`property.${name}`, source, target),
    ),
    ...compileDerived(document),
  }
  const sale = compileGroup(document.sale, saleFields, (name, source, target) =>
    compile(`sale.${name}`, source, target),
  )
  if (document.sale && !document.sale.recordedOn)
    problems.push('sale.recordedOn: A sale needs its date: name the column, or leave out the fields of sales.')
  if (!document.property && !document.sale)
    problems.push('property: Name the columns of at least one field of a property or of a sale.')
  return {
    key: compile('key', document.key, { name: 'key', label: 'The parcel number', kind: 'TEXT' }),
    county: compileCounty(document.county, compile, problems),
    property,
    sale,
    problems,
  }
}

function compileGroup(
  sources: Partial<Record<string, FieldSource>> | undefined,
  fields: Record<string, FieldInfo>,
  compile: (name: string, source: FieldSource, target: FieldTarget) => Reader<unknown> | undefined,
): FieldReaders {
  const readers: FieldReaders = {}
  // In the order of the fields, so reports of any source list them alike.
  for (const [name, { label, kind }] of Object.entries(fields)) {
    const source = sources?.[name]
    const reader = source && compile(name, source, { name, label, kind })
    if (reader) readers[name] = reader
  }
  return readers
}

/** What is not a field of its own: the use by its code, its description in the list of codes, and loans. */
function compileDerived({ property, uses, loans }: SourceDocument): FieldReaders {
  const readers: FieldReaders = {}
  if (!property) return readers
  if (uses) {
    const { use, description } = compileUses(uses)
    readers.use = use
    if (description && !property.useDescription) readers.useDescription = description
  }
  if (loans) readers.mortgages = openLoans(loans.loans, loans.count)
  return readers
}

type CompilePlace = (place: string, source: FieldSource, target: FieldTarget) => Reader<unknown> | undefined

function compileCounty(county: SourceDocument['county'], compile: CompilePlace, problems: string[]) {
  const fixed = 'fips' in county ? county.fips : county.otherwise
  if (fixed !== undefined && !isCounty(fixed))
    problems.push(`county: ${JSON.stringify(fixed)} is not a county: give the five digits of its FIPS code.`)
  if ('fips' in county) return always(county.fips)
  const reader = compile('county.of', county.of, { name: 'county', label: 'The county', kind: 'COUNTY' })
  if (!reader || fixed === undefined) return reader
  // Rows that name no county are of this one, so the file need not have the column.
  const otherwise: Reader<unknown> = { needs: [], read: (cell, today) => reader.read(cell, today) ?? fixed }
  return otherwise
}
