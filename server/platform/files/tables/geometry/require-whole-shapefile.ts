import { open, stat } from 'node:fs/promises'
import { unprocessable } from '../../content/input-file.ts'

/**
 * Throws UNPROCESSABLE for a shapefile that is shorter than its own heads say. GDAL would read one that is cut off as
 * rows without values or outlines.
 */
export async function requireWholeShapefile(paths: readonly string[], fileName: string): Promise<void> {
  for (const path of paths) {
    const measure = /\.shp$/i.test(path) ? readShpLength : /\.dbf$/i.test(path) ? readDbfLength : undefined
    if (!measure) continue
    const head = await readHead(path)
    const { size } = await stat(path)
    if (head.length < headBytes || size < measure(head))
      throw unprocessable(`The file ${fileName} is damaged or incomplete and cannot be read: fetch it again.`)
  }
}

const headBytes = 32

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** In words of two bytes. */
const readShpLength = (head: Buffer) => head.readUInt32BE(24) * 2

/** The head, and the records of one length. Some programs leave out the mark of the end. */
const readDbfLength = (head: Buffer) => head.readUInt16LE(8) + head.readUInt32LE(4) * head.readUInt16LE(10)
