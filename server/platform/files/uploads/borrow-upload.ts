import { newId } from '../../util/ids.ts'
import { type InputFile, inspectFile, unprocessable } from '../content/input-file.ts'
import type { Files } from '../disk-files.ts'
import { fileTooLargeError } from './upload-quota.ts'

type Upload = { folder: string; fileName: string; bytes: AsyncIterable<Uint8Array>; maxBytes: number }

/** Keeps an uploaded file only while it is read. UNPROCESSABLE for an empty one. */
export async function borrowUpload<Result>(
  files: Files,
  { folder, fileName, bytes, maxBytes }: Upload,
  read: (file: InputFile) => Promise<Result>,
): Promise<Result> {
  const key = `${folder}/${newId()}`
  try {
    await files.write(key, limitBytes(bytes, maxBytes))
    if ((await files.size(key)) === 0) throw unprocessable('This file is empty.')
    return await files.borrow(key, fileName, async (path) => read(await inspectFile(path)))
  } finally {
    await files.remove(key)
  }
}

async function* limitBytes(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let received = 0
  for await (const piece of bytes) {
    received += piece.length
    if (received > maxBytes) throw fileTooLargeError(maxBytes)
    yield piece
  }
}
