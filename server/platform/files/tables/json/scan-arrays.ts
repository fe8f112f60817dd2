/** An object in an array: `path` names the array by its keys, empty for an array that is the whole document. */
type TakeElement = (path: string, text: Buffer) => void

// No record of a table is longer; a longer one would be held in memory while its end is looked for.
export const maxElementBytes = 32 * 1024 * 1024
const maxLevels = 100

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = Buffer.from('"\\{}[],')

/**
 * Finds the objects of arrays in a JSON document without holding it: bytes are pushed as they come, and each object of
 * an array is passed on once it is complete. Arrays within such objects are part of them. `only` is the array whose
 * objects are wanted; of all others none is kept. False is returned once an object is too long, or too deep.
 */
export function createArrayScanner(take: TakeElement, only?: string) {
  const keys: string[] = []
  const kinds: boolean[] = [] // whether each open bracket is an array
  let pieces: Buffer[] = []
  let held = 0
  let depth = 0 // within an element
  let isString = false
  let isEscaped = false
  let key = ''
  let isKeyOpen = false
  let path = ''

  const isWanted = () => only === undefined || path === only

  function enter(isArray: boolean): void {
    kinds.push(isArray)
    keys.push(key)
    key = ''
  }

  function leave(): void {
    kinds.pop()
    keys.pop()
    key = ''
  }

  function readOutside(byte: number, at: number): number {
    if (byte === quote) {
      isString = true
      isKeyOpen = kinds.at(-1) === false
      if (isKeyOpen) key = ''
    } else if (byte === openBrace && kinds.at(-1) === true) {
      path = keys.filter((name) => name !== '').join('.')
      depth = 1
      return at
    } else if (byte === openBrace || byte === openBracket) enter(byte === openBracket)
    else if (byte === closeBrace || byte === closeBracket) leave()
    else if (byte === comma && kinds.at(-1) === false) key = ''
    return -1
  }

  function readInside(byte: number): void {
    if (byte === quote) isString = true
    else if (byte === openBrace || byte === openBracket) depth += 1
    else if (byte === closeBrace || byte === closeBracket) depth -= 1
  }

  function readString(byte: number): void {
    if (isEscaped) isEscaped = false
    else if (byte === backslash) isEscaped = true
    else if (byte === quote) {
      isString = false
      isKeyOpen = false
      return
    }
    if (isKeyOpen && depth === 0 && key.length < 200) key += String.fromCharCode(byte)
  }

  function push(bytes: Buffer): boolean {
    let start = depth > 0 ? 0 : -1
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      if (isString) readString(byte)
      else if (depth === 0) {
        const started = readOutside(byte, at)
        if (started >= 0) start = started
      } else {
        readInside(byte)
        if (depth > 0) continue
        if (isWanted()) take(path, Buffer.concat([...pieces, bytes.subarray(start, at + 1)]))
        pieces = []
        held = 0
        start = -1
      }
    }
    if (start >= 0 && isWanted()) {
      pieces.push(Buffer.from(bytes.subarray(start)))
      held += bytes.length - start
    }
    return held <= maxElementBytes && kinds.length <= maxLevels
  }

  return { push, isOpen: () => kinds.length > 0 }
}

export const isJsonStart = (byte: number | undefined) => byte === openBrace || byte === openBracket
