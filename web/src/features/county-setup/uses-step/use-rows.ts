import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import type { SetupUses } from '@dooryard/contract/data/sources/setup-proposal'
import {
  collapseWords,
  type SourceDocument,
  type SourceUses,
  type Use,
} from '@dooryard/contract/data/sources/source-document'

type Code = { code: string; description: string | null }

/** Sets the property type of codes; without one they fall back to the list. */
export function setUses(uses: SourceUses, codes: readonly Code[], use: Use | undefined): SourceUses {
  // In words, cases and spaces are one: another spelling would be a second entry of the code.
  const toKey = uses.match === 'WORDS' ? collapseWords : (code: string) => code
  const changed = new Map(Object.entries(uses.codes).map((entry) => [toKey(entry[0]), entry]))
  for (const { code, description } of codes) {
    const known = changed.get(toKey(code))?.[1]
    if (use) changed.set(toKey(code), [code, { ...known, use, ...(description && { description }) }])
    else changed.delete(toKey(code))
  }
  return { ...uses, codes: Object.fromEntries(changed.values()) }
}

/** The counted codes with the property types that were set since; the share of rows with one follows them. */
export function applyUses(counted: SetupUses, uses: SourceUses): SetupUses {
  const codes = counted.codes.map((one) => ({ ...one, use: uses.codes[one.code]?.use ?? one.use }))
  const added = codes.reduce((sum, { rows, use }, at) => {
    const hadUse = counted.codes[at]?.use !== null
    return sum + rows * (Number(use !== null) - Number(hadUse))
  }, 0)
  return { ...counted, codes, mappedRows: Math.min(counted.mappedRows + added, counted.rows) }
}

/** Reads codes from another column; the list, the matching and the codes stay. */
export const setUseColumn = (document: SourceDocument, column: string): SourceDocument => ({
  ...document,
  uses: document.uses ? { ...document.uses, column } : { column, match: 'CODE', codes: {} },
})

/** The columns of the document's tables; those of joined ones are named after their file. */
export function listColumnNames({ tables }: Pick<CountySetup, 'tables'>, { files }: SourceDocument): string[] {
  return files.flatMap(({ id }, at) => {
    const columns = tables.find((table) => table.id === id)?.columns ?? []
    return columns.filter((column) => !column.startsWith('@')).map((column) => (at === 0 ? column : `${id}.${column}`))
  })
}
