import { createHash } from 'node:crypto'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { type InputFile, inspectFile, unprocessable } from '../../../../platform/files/content/input-file.ts'

/** The files of an import by their ids in the source; together they have one name and fingerprint. */
export type ImportInput = { files: Record<string, InputFile>; fileName: string; sha256: string }

/** Throws UNPROCESSABLE for a file that is missing, not one of the source, or cannot be read. */
export async function inspectFiles(
  document: SourceDocument,
  paths: Readonly<Record<string, string>>,
): Promise<ImportInput> {
  const ids = document.files.map(({ id }) => id)
  const unknown = Object.keys(paths).find((id) => !ids.includes(id))
  if (unknown !== undefined)
    throw unprocessable(`${document.name} has no file ${unknown}: its files are ${ids.join(', ')}.`)
  const files: Record<string, InputFile> = {}
  for (const id of ids) {
    const path = paths[id]
    if (path === undefined) throw unprocessable(`${document.name} is read from ${ids.join(', ')}: give the file ${id}.`)
    files[id] = await inspectFile(path)
  }
  const all = Object.values(files)
  const [first] = all
  if (!first) throw unprocessable(`${document.name} names no file.`)
  if (all.length === 1) return { files, fileName: first.name, sha256: first.sha256 }
  const sha256 = createHash('sha256')
  for (const file of all) sha256.update(file.sha256)
  return {
    files,
    fileName: all
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 200),
    sha256: sha256.digest('hex'),
  }
}
