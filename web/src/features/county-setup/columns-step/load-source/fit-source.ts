import { renameFiles } from '@dooryard/contract/data/sources/rename-columns'
import type { SetupTable } from '@dooryard/contract/data/sources/setup-files'
import { SourceDocument } from '@dooryard/contract/data/sources/source-document'

type ReadSource = { document: SourceDocument } | { problem: string }

type UsedTable = Pick<SetupTable, 'id' | 'isUsed' | 'detected' | 'choices'>

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Uses another source for the tables of a setup: it says how columns become fields. A source of the same county stays
 * the source of its dataset, which a newer file updates; of another county it is a template, and county, name and id
 * stay those of `current`. A file of the source is the table with its id, else the next one in order.
 */
export function fitSource(json: unknown, current: SourceDocument, tables: readonly UsedTable[]): ReadSource {
  if (!isRecord(json)) return { problem: 'This file is not a source: it is not a JSON object.' }
  const parsed = SourceDocument.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return {
      problem: `This file is not a source: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is invalid'}.`,
    }
  }
  const { files } = parsed.data
  const mainId = current.files[0]?.id
  const used = tables
    .filter(({ isUsed }) => isUsed)
    .toSorted((one, other) => Number(other.id === mainId) - Number(one.id === mainId))
  if (files.length > used.length)
    return {
      problem: `This source reads ${files.length} files, and the setup has ${used.length}. Add the others first.`,
    }
  const renamed = renameFiles(parsed.data, matchFiles(files, used))
  const isOfCounty = isSameCounty(renamed, current)
  return {
    document: keepOwn({ ...renamed, files: renamed.files.map((file) => readAs(file, used, isOfCounty)) }, current),
  }
}

/** The table of each file of the source. */
function matchFiles(files: SourceDocument['files'], tables: readonly UsedTable[]): ReadonlyMap<string, string> {
  const ids = new Set(files.map(({ id }) => id))
  const free = tables.filter(({ id }) => !ids.has(id))
  const known = new Set(tables.map(({ id }) => id))
  const others = files.filter(({ id }) => !known.has(id))
  return new Map(others.map(({ id }, at) => [id, free[at]?.id ?? id]))
}

/**
 * How the table is read is what was found in it. What the source says besides, such as a coordinate system, holds for
 * other files of the same county and format only; which cells mean no value holds for all.
 */
function readAs(
  { table: _, ...file }: SourceDocument['files'][number],
  tables: readonly UsedTable[],
  isOfCounty: boolean,
): SourceDocument['files'][number] {
  const { id, unknown } = file
  const { detected, choices } = tables.find((table) => table.id === id) ?? {}
  const isLike = isOfCounty && (!file.format || file.format === (choices?.format ?? detected?.format))
  return { ...(isLike ? file : unknown && { unknown }), ...detected, ...choices, id }
}

/** The county of all rows, or of those that name none. */
const getCounty = ({ county }: SourceDocument) => ('fips' in county ? county.fips : county.otherwise)

/** Where all rows name their county, their column tells. */
const isSameCounty = (one: SourceDocument, other: SourceDocument) =>
  getCounty(one) === getCounty(other) &&
  (getCounty(one) !== undefined || JSON.stringify(one.county) === JSON.stringify(other.county))

/** The id, the name, the publisher and its terms are taken over only within the county. */
function keepOwn(template: SourceDocument, current: SourceDocument): SourceDocument {
  const { publisher, homepage, terms, attribution, notes, ...rest } = template
  const isOfCounty = isSameCounty(template, current)
  const { source, name } = isOfCounty ? template : current
  const about = { ...(isOfCounty && pickAbout(template)), ...pickAbout(current) }
  return { ...rest, ...about, source, name, county: current.county }
}

/** What is said about the publisher. */
function pickAbout({ publisher, homepage, terms, attribution, notes }: SourceDocument) {
  return {
    ...(publisher !== undefined && { publisher }),
    ...(homepage !== undefined && { homepage }),
    ...(terms !== undefined && { terms }),
    ...(attribution !== undefined && { attribution }),
    ...(notes !== undefined && { notes }),
  }
}
