import type { CodeTotals } from '@dooryard/contract/data/sources/county-check'
import type { SourceDocument, Use } from '@dooryard/contract/data/sources/source-document'
import { compileFields } from '../compile/compile-source.ts'
import { compileUses } from '../compile/compile-uses.ts'
import type { Cells, Reader } from '../mapping/reader.ts'
import { createRowLookup, type SampleRows } from '../preview-fields.ts'

export type UseCount = { code: string; description: string | null; rows: number; use: Use | null }

/**
 * `rows` have a code, `mappedRows` of them one with a property type; `isWhole`: they are all rows of the file.
 * `unlisted` codes are beyond the limit, and of a whole file not among the `mappedRows`.
 */
export type UseCounts = {
  codes: UseCount[]
  rows: number
  mappedRows: number
  isWhole: boolean
  unlisted: CodeTotals
}

export type CountedCode = Pick<UseCount, 'code' | 'description' | 'rows'>

type CountOptions = {
  today: string
  /** The codes of the file, as a check has counted them: the samples are not read then. */
  whole?: { codes: readonly CountedCode[]; totals: CodeTotals | null }
  /** Codes without a row in the samples that a check of the whole file has met. */
  further?: readonly CountedCode[]
}

/** The most frequent codes are listed; a column with more has something else. */
export const maxUseCodes = 1_000
const maxDescription = 200

/**
 * The codes of a document's use column in samples of its files or in all rows, and what each is by its crosswalk as an
 * import would read it: without a property type first, the most frequent before. Further codes of
 * samples are listed, not counted.
 */
export function countUses(
  document: SourceDocument,
  tables: readonly SampleRows[],
  { today, whole, further = [] }: CountOptions,
): UseCounts {
  const { uses } = document
  const isWhole = whole !== undefined && whole.codes.length > 0
  if (!uses) return { codes: [], rows: 0, mappedRows: 0, isWhole, unlisted: { codes: 0, rows: 0 } }
  const findUse = createUseLookup(uses)
  const counted = isWhole ? whole.codes : countCodes(document, uses.column, { tables, today })
  const known = new Set(counted.map(({ code }) => code))
  const codes = counted.map((one) => ({ ...one, use: findUse(one.code) }))
  const others = further.filter(({ code }) => !known.has(code)).map((one) => ({ ...one, use: findUse(one.code) }))
  const sum = (some: readonly UseCount[]) => some.reduce((total, { rows }) => total + rows, 0)
  const all = [...codes, ...others]
  const totals = (isWhole && whole.totals) || { codes: all.length, rows: sum(all) }
  const listed = all
    .sort((one, other) => Number(one.use !== null) - Number(other.use !== null) || other.rows - one.rows)
    .slice(0, maxUseCodes)
  return {
    codes: listed,
    isWhole,
    rows: isWhole ? totals.rows : sum(codes),
    mappedRows: sum((isWhole ? listed : codes).filter(({ use }) => use !== null)),
    unlisted: { codes: totals.codes - listed.length, rows: totals.rows - sum(listed) },
  }
}

/** The property type of a code by itself, without what the refining column says of single rows. */
function createUseLookup(uses: NonNullable<SourceDocument['uses']>) {
  const { refinedBy: _, ...plain } = uses
  const { use } = compileUses(plain)
  return (code: string): Use | null => {
    const found = use.read(() => code, '')
    return typeof found === 'string' ? found : null
  }
}

function countCodes(
  document: SourceDocument,
  column: string,
  { tables, today }: { tables: readonly SampleRows[]; today: string },
): CountedCode[] {
  const describe: Reader<unknown> | undefined = compileFields(document).property['useDescription']
  const counts = new Map<string, { rows: number; description: string | null }>()
  const readRows = createRowLookup(document, tables)
  for (const cell of readRows([column, ...(describe?.needs ?? [])])) {
    const code = cell(column)
    if (code === '') continue
    const count = counts.get(code) ?? { rows: 0, description: null }
    count.rows += 1
    count.description ??= readDescription(describe, cell, today)
    counts.set(code, count)
  }
  return [...counts].map(([code, count]) => ({ code, ...count }))
}

function readDescription(describe: Reader<unknown> | undefined, cell: Cells, today: string): string | null {
  const words = describe?.read(cell, today)
  return typeof words === 'string' && words !== '' ? words.slice(0, maxDescription) : null
}
