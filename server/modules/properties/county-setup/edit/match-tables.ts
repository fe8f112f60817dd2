import { isDeepStrictEqual } from 'node:util'
import type { SetupTable } from '@dooryard/contract/data/sources/setup-files'
import type { SourceDocument, SourceFile } from '@dooryard/contract/data/sources/source-document'
import type { TableSample } from '../../../../platform/files/tables/table.ts'
import { listFileNames } from '../../rolls/read/open-source-table.ts'

/**
 * Which file of a source each table of a newer edition is: the one with its name, or with most of its columns. A table
 * alone is the only file that is missing.
 */
export function matchTables(
  document: SourceDocument,
  samples: readonly TableSample[],
  taken: ReadonlySet<string>,
): Map<TableSample, SourceFile> {
  const free = document.files.filter(({ id }) => !taken.has(id))
  const isOnly = free.length === 1 && samples.length === 1
  const pairs = free
    .flatMap((file) => {
      const names = listFileNames(document, file.id)
      return samples.map((sample) => {
        const common = sample.header.filter((name) => names.has(name)).length
        return { file, sample, common, isNamed: file.table !== undefined && file.table === sample.name }
      })
    })
    .filter(({ common, isNamed }) => isOnly || isNamed || common > 0)
    .sort((one, other) => Number(other.isNamed) - Number(one.isNamed) || other.common - one.common)
  const matched = new Map<TableSample, SourceFile>()
  for (const { file, sample } of pairs)
    if (!matched.has(sample) && ![...matched.values()].includes(file)) matched.set(sample, file)
  return matched
}

type Choices = SetupTable['choices']

/**
 * What the source says of how a table is read and the detection sees otherwise; empty where all its columns are found
 * without, or where the format has changed.
 */
export function listOwnChoices(document: SourceDocument, file: SourceFile, sample: TableSample): Choices {
  const names = listFileNames(document, file.id)
  const found = new Set(sample.header)
  if (names.isSubsetOf(found) || (file.format && file.format !== sample.file.format)) return {}
  const { id: _id, table: _table, unknown: _unknown, ...reading } = file
  return Object.fromEntries(
    Object.entries(reading).filter(([key, value]) => !isDeepStrictEqual(value, Reflect.get(sample.file, key))),
  )
}
