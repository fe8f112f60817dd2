import { SourceDocument } from '@dooryard/contract/data/sources/source-document'

type ReadSource = { document: SourceDocument } | { problem: string }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Fits another source to the files of a setup, whose ids `current` has: they take the place of the source's own ones in
 * order, so that joins and columns of joined files still fit.
 */
export function fitSource(json: unknown, current: SourceDocument): ReadSource {
  if (!isRecord(json)) return { problem: 'This file is no source: it is no JSON object.' }
  const parsed = SourceDocument.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { problem: `This file is no source: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is invalid'}.` }
  }
  const { files } = parsed.data
  if (files.length > current.files.length)
    return {
      problem: `This source reads ${files.length} files, and the setup has ${current.files.length}. Add the others first.`,
    }
  return {
    document: renameFiles(
      parsed.data,
      files.map(({ id }, at) => [id, current.files[at]?.id ?? id]),
    ),
  }
}

/** Gives files other ids, in the joins and in the names of their columns too. */
function renameFiles(document: SourceDocument, names: [from: string, to: string][]): SourceDocument {
  const byName = new Map(names)
  const rename = (id: string) => byName.get(id) ?? id
  const joined = new Set(document.joins?.map(({ file }) => file))
  const renameColumn = (column: string) => {
    const at = column.indexOf('.')
    const file = column.slice(0, at)
    return at > 0 && joined.has(file) ? `${rename(file)}${column.slice(at)}` : column
  }
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key === 'columns' && Array.isArray(part) ? part.map((column) => renameColumn(String(column))) : visit(part),
      ]),
    )
  }
  const { files, joins, uses, ...fields } = document
  return {
    ...(visit(fields) as typeof fields), // only names of columns differ
    files: files.map((file) => ({ ...file, id: rename(file.id) })),
    ...(joins && { joins: joins.map((join) => ({ ...join, file: rename(join.file) })) }),
    ...(uses && { uses: { ...uses, column: renameColumn(uses.column) } }),
  }
}
