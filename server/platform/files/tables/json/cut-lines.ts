import { maxElementBytes } from './scan-arrays.ts'

const lineFeed = 10

/**
 * Cuts bytes, pushed as they come, into lines and passes on those that are not blank. `push` returns false once a line
 * is too long for a record.
 */
export function createLineCutter(take: (line: Buffer) => void) {
  let pieces: Buffer[] = []
  let held = 0
  const takeLine = (end: Buffer) => {
    const line = pieces.length === 0 ? end : Buffer.concat([...pieces, end])
    pieces = []
    held = 0
    if (line.toString('latin1').trim() !== '') take(line)
  }
  return {
    push: (chunk: Buffer): boolean => {
      let at = 0
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, at)) {
        takeLine(chunk.subarray(at, end))
        at = end + 1
      }
      if (at < chunk.length) {
        pieces.push(Buffer.from(chunk.subarray(at)))
        held += chunk.length - at
      }
      return held <= maxElementBytes
    },
    end: () => takeLine(Buffer.alloc(0)),
  }
}
