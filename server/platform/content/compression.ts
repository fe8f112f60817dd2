import { refused } from './given-file.ts'

/** A compressed file's content, with what goes wrong in it said in words. */
export async function* translated(stream: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch (error) {
    throw compressionError(error, name)
  }
}

function compressionError(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR')
    return refused(`The file ${name} ends in the middle of its compressed data: fetch it again.`)
  if (code.startsWith('Z_')) return refused(`The file ${name} is damaged: its compressed data cannot be read.`)
  // What yauzl says has no code: a size that is not the one promised.
  if (code === '' && error instanceof Error)
    return refused(`The file ${name} is damaged: its compressed data cannot be read.`)
  return error
}
