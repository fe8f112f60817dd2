import type { SourceUses, Use } from '@dooryard/contract/data/sources/source-document'

/** A code of the county's file: how many rows have it, and what the list or the document makes of it. */
export type CountedCode = { code: string; description: string | null; rows: number; use: Use | null }

export type UseRow = CountedCode & { isOwn: boolean }

/** The codes with their property types: unmapped ones first, each part by its number of rows. */
export function listUseRows(codes: readonly CountedCode[], uses: SourceUses | undefined): UseRow[] {
  const rows = codes.map((counted) => {
    const own = uses?.codes[counted.code]
    return { ...counted, use: own?.use ?? counted.use, isOwn: own !== undefined }
  })
  return rows.toSorted((one, other) => Number(one.use !== null) - Number(other.use !== null) || other.rows - one.rows)
}

/** Sets the property type of codes; without one they fall back to the list. */
export function setUses(uses: SourceUses, codes: readonly CountedCode[], use: Use | undefined): SourceUses {
  const changed = { ...uses.codes }
  for (const { code, description } of codes) {
    if (use) changed[code] = { ...changed[code], use, ...(description && { description }) }
    else delete changed[code]
  }
  return { ...uses, codes: changed }
}

/** The share of rows whose code has a property type; 1 without rows. */
export function getMappedShare(rows: readonly UseRow[]): number {
  const all = rows.reduce((sum, row) => sum + row.rows, 0)
  const mapped = rows.reduce((sum, row) => sum + (row.use ? row.rows : 0), 0)
  return all === 0 ? 1 : mapped / all
}

/** Adds the codes that only the check of the whole file has met, and its numbers of rows, which are complete. */
export function mergeCodes(sampled: readonly CountedCode[], checked: readonly CountedCode[]): CountedCode[] {
  const byCode = new Map(sampled.map((one) => [one.code, one]))
  for (const one of checked) byCode.set(one.code, { ...one, use: byCode.get(one.code)?.use ?? null })
  return [...byCode.values()]
}
