const encoder = new TextEncoder()
const maxBytesPerUnit = 3

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
    const before = used
    varint(length)
    const from = room(length * maxBytesPerUnit)
    for (let at = 0; at < length; at += 1) {
      const code = value.charCodeAt(at)
      if (code > 127) {
        used = before
        return wideText(value)
      }
      bytes[from + at] = code
    }
    used = from + length
  }

  function wideText(value: string) {
    const encoded = encoder.encode(value)
    varint(encoded.length)
    const from = room(encoded.length)
    bytes.set(encoded, from)
  }

  return {
    varint,
    text,
    texts: (values: readonly string[]) => {
      for (const value of values) text(value)
    },
    uint8s: (values: readonly number[]) => {
      let at = room(values.length)
      for (const value of values) bytes[at++] = value
    },
    /** A byte for each value: 1 where it meets the condition. */
    flags: <Value>(values: readonly Value[], isSet: (value: Value) => boolean) => {
      let at = room(values.length)
      for (const value of values) bytes[at++] = isSet(value) ? 1 : 0
    },
    uint16s: (values: readonly number[]) => {
      const from = room(values.length * 2)
      values.forEach((value, at) => {
        view.setUint16(from + at * 2, value, true)
      })
    },
    /** A negative number is written as the one that stands for it in 32 bits. */
    uint32s: (values: readonly number[]) => {
      const from = room(values.length * 4)
      values.forEach((value, at) => {
        view.setUint32(from + at * 4, value, true)
      })
    },
    uint64s: (values: readonly bigint[]) => {
      const from = room(values.length * 8)
      values.forEach((value, at) => {
        view.setBigUint64(from + at * 8, value, true)
      })
    },
    float64s: (values: readonly number[]) => {
      const from = room(values.length * 8)
      values.forEach((value, at) => {
        view.setFloat64(from + at * 8, value, true)
      })
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
