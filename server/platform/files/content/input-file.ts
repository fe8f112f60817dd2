import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { appError } from '../../errors/app-error.ts'
import { readPieces } from './read-pieces.ts'

export const unprocessable = (sentence: string) => appError('UNPROCESSABLE', sentence)

export type InputFile = { path: string; name: string; size: number; sha256: string }

/** Text tables of a file; `progress` is from 0 to 1. */
export type FileContents = {
  /** A workbook has several, whose text has one delimiter. */
  sheets: readonly { name?: string; read: () => AsyncIterable<Buffer>; delimiters?: readonly string[] }[]
  progress: () => number
  close: () => void
}

export async function inspectFile(path: string): Promise<InputFile> {
  const entry = await stat(path).catch(() => undefined)
  if (!entry) throw unprocessable(`There is no file at ${path}.`)
  if (!entry.isFile()) throw unprocessable(`${path} is not a file.`)
  if (entry.size === 0) throw unprocessable(`The file ${path} is empty.`)
  const fingerprint = createHash('sha256')
  for await (const piece of readPieces(path)) fingerprint.update(piece)
  return { path, name: basename(path), size: entry.size, sha256: fingerprint.digest('hex') }
}
