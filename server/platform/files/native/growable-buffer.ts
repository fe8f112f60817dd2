const encoder = new TextEncoder()

/** Little-endian. */
export function createGrowableBuffer(size = 1024 ** 2) {
  let bytes = new Uint8Array(size)
  let view = new DataView(bytes.buffer)
  let used = 0

  /** Reserves room and returns its start. `bytes` and `view` may be replaced by the call. */
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

  /** LEB128: seven bits in each byte. */
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
    writeBytes(encoder.encode(value))
  }

  function writeBytes(value: Uint8Array) {
    varint(value.length)
    append(value)
  }

  function append(more: Uint8Array) {
    const from = room(more.length)
    bytes.set(more, from)
  }
  return {
    varint,
    text,
    bytes: writeBytes,
    /** Moves everything written to the end of another one; the next write starts from the beginning. */
    moveTo: (other: { append: (more: Uint8Array) => void }) => {
      other.append(bytes.subarray(0, used))
      used = 0
    },
    append,
    /** Reserves zeros, to be filled before anything else is written. */
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
    /** Returns a copy of everything written; the next write starts from the beginning. */
    take: (): Uint8Array<ArrayBuffer> => {
      const taken = bytes.slice(0, used)
      used = 0
      return taken
    },
  }
}

export type GrowableBuffer = ReturnType<typeof createGrowableBuffer>
