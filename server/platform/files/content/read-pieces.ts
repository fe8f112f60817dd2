import { open } from 'node:fs/promises'

const bytesPerRead = 128 * 1024

/**
 * The bytes of a file. Each piece is in the buffer of the one before, and good until the next is asked for: given a
 * buffer each, V8 would collect the garbage of the whole process for every 10 MB.
 */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path)
  const buffer = Buffer.allocUnsafeSlow(bytesPerRead)
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, bytesPerRead)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}
