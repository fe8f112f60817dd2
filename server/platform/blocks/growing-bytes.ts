const encoder = new TextEncoder()

/** Bytes that are written one behind the other, with the lowest byte of a number first. */
export function growingBytes(size = 1024 ** 2) {
  let bytes = new Uint8Array(size)
  let view = new DataView(bytes.buffer)
  let used = 0

  /** Makes room for more, and gives where it begins. What was `bytes` and `view` before may not be after. */
  function room(more: number): number {
    const from = used
    used += more
    if (used > bytes.length) {
      const larger = new Uint8Array(used * 2)
      larger.set(bytes.subarray(0, from))
      bytes = larger
      view = new DataView(bytes.buffer)
    }
    return from
  }

  /** A whole number in as many bytes as it needs, seven bits in each. */
  function varint(value: number) {
    let at = room(5)
    let rest = value
    while (rest > 127) {
      bytes[at++] = (rest & 127) | 128
      rest >>>= 7
    }
    bytes[at++] = rest
    used = at
  }

  /** A text behind its length in bytes. */
  function text(value: string) {
    const { length } = value
    if (length > 127) return longText(value)
    const from = room(1 + length)
    for (let at = 0; at < length; at += 1) {
      const code = value.charCodeAt(at)
      if (code > 127) {
        used = from
        return longText(value)
      }
      bytes[from + 1 + at] = code
    }
    bytes[from] = length
  }

  function longText(value: string) {
    const encoded = encoder.encode(value)
    varint(encoded.length)
    const from = room(encoded.length)
    bytes.set(encoded, from)
  }

  return {
    varint,
    text,
    /** Room for some bytes, all of them 0 as yet, and where it begins: to be filled before anything else is written. */
    reserve: (more: number): { view: DataView; from: number } => {
      const from = room(more)
      bytes.fill(0, from, used)
      return { view, from }
    },
    count: (value: number) => {
      const from = room(8)
      view.setUint32(from, value, true)
      view.setUint32(from + 4, 0, true)
    },
    /** A copy of all that was written, in memory of its own; what comes next is written from the beginning. */
    take: (): Uint8Array<ArrayBuffer> => {
      const taken = bytes.slice(0, used)
      used = 0
      return taken
    },
  }
}

export type GrowingBytes = ReturnType<typeof growingBytes>
