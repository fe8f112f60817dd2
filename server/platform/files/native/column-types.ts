import { parseDigits } from '../../util/digits.ts'
import type { ColumnType } from './column-batch.ts'
import { createGrowableBuffer } from './growable-buffer.ts'

type FixedColumnType<Value> = ColumnType<Value> & {
  size: number
  set: (view: DataView, at: number, value: Value) => void
}

// Most columns of a block fit.
const columnBytes = 16 * 1024

const fixedSize = <Value>(type: string, size: number, set: FixedColumnType<Value>['set']): FixedColumnType<Value> => ({
  type,
  size,
  set,
  collect: () => {
    const values = createGrowableBuffer(columnBytes)
    return {
      add: (rows, read) => {
        const { view, from } = values.reserve(rows.length * size)
        let at = from
        for (const row of rows) {
          set(view, at, read(row))
          at += size
        }
      },
      moveTo: values.moveTo,
    }
  },
})

/** Unsigned integers. Throws for a value that the column cannot hold. */
const unsignedInteger = (type: string, size: 1 | 2 | 4): FixedColumnType<number> => {
  const maxValue = 2 ** (size * 8) - 1
  return fixedSize(type, size, (view, at, value) => {
    if (!(value >= 0 && value <= maxValue) || Math.floor(value) !== value) throw new Error(`${value} is no ${type}.`)
    if (size === 1) view.setUint8(at, value)
    else if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
  })
}

export const uint8 = unsignedInteger('UInt8', 1)
export const uint16 = unsignedInteger('UInt16', 2)
export const uint32 = unsignedInteger('UInt32', 4)
/** Seconds since 1970. */
export const instant = unsignedInteger("DateTime('UTC')", 4)
export const uint64 = fixedSize<bigint>('UInt64', 8, (view, at, value) => view.setBigUint64(at, value, true))
/** Integers below 2⁵³, as in JavaScript. */
export const uint53 = fixedSize<number>('UInt64', 8, (view, at, value) => {
  view.setUint32(at, value % 2 ** 32, true)
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true)
})
export const int64 = fixedSize<number>('Int64', 8, (view, at, value) => view.setBigInt64(at, BigInt(value), true))
export const float64 = fixedSize<number>('Float64', 8, (view, at, value) => view.setFloat64(at, value, true))
export const bool = fixedSize<boolean>('Bool', 1, (view, at, value) => view.setUint8(at, value ? 1 : 0))

export const day = fixedSize<string>('Date32', 4, (view, at, value) => view.setInt32(at, daysSince1970(value), true))

export const text: ColumnType<string> = {
  type: 'String',
  collect: () => {
    const values = createGrowableBuffer(columnBytes)
    return {
      add: (rows, read) => {
        for (const row of rows) values.text(read(row))
      },
      moveTo: values.moveTo,
    }
  },
}

/** Bytes that are no text. */
export const binary: ColumnType<Uint8Array> = {
  type: 'String',
  collect: () => {
    const values = createGrowableBuffer(columnBytes)
    return {
      add: (rows, read) => {
        for (const row of rows) values.bytes(read(row))
      },
      moveTo: values.moveTo,
    }
  },
}

// The first and last day the store can represent.
const minDay = -25_567
const maxDay = 120_529
const daysFromYear0 = 719_468

/** Counts in years that begin in March, so that a leap day is the last of its year and no calendar is needed. */
function daysSince1970(text: string): number {
  const month = parseDigits(text, 5, 7)
  const year = parseDigits(text, 0, 4) - (month <= 2 ? 1 : 0)
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + parseDigits(text, 8, 10) - 1
  const days = year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + dayOfYear
  return Math.min(Math.max(days - daysFromYear0, minDay), maxDay)
}

/** Nullable values: unknown ones are written as zeros. */
export const nullable = <Value>({ type, size, set }: FixedColumnType<Value>): ColumnType<Value | null> => ({
  type: `Nullable(${type})`,
  collect: () => {
    const flags = createGrowableBuffer(columnBytes / 4)
    const values = createGrowableBuffer(columnBytes)
    return {
      add: (rows, read) => {
        const { view: flagView, from: flagFrom } = flags.reserve(rows.length)
        const { view, from } = values.reserve(rows.length * size)
        let flag = flagFrom
        let at = from
        for (const row of rows) {
          const value = read(row)
          if (value === null) flagView.setUint8(flag, 1)
          else set(view, at, value)
          flag += 1
          at += size
        }
      },
      moveTo: (out) => {
        flags.moveTo(out)
        values.moveTo(out)
      },
    }
  },
})

const readItself = <Value>(value: Value) => value

export const list = <Value>({ type, collect }: ColumnType<Value>): ColumnType<readonly Value[]> => ({
  type: `Array(${type})`,
  collect: () => {
    const ends = createGrowableBuffer(columnBytes)
    const values = collect()
    let count = 0
    return {
      add: (rows, read) => {
        for (const row of rows) {
          const items = read(row)
          if (items.length > 0) values.add(items, readItself)
          count += items.length
          ends.count(count)
        }
      },
      moveTo: (out) => {
        ends.moveTo(out)
        if (count > 0) values.moveTo(out)
        count = 0
      },
    }
  },
})

// https://github.com/ClickHouse/ClickHouse/blob/master/src/DataTypes/Serializations/SerializationLowCardinality.cpp
const version = 1
const dictionaryFlags = 0x600

/** Text with few distinct values: each value is written once per block, and its index for every row. */
export const lowCardinality: ColumnType<string> = {
  type: 'LowCardinality(String)',
  collect: () => {
    const known = new Map([['', 0]])
    let indexes = new Uint32Array(1_024)
    let count = 0
    let last = ''
    let place = 0
    return {
      add: (rows, read) => {
        if (indexes.length < count + rows.length) {
          const larger = new Uint32Array((count + rows.length) * 2)
          larger.set(indexes.subarray(0, count))
          indexes = larger
        }
        for (const row of rows) {
          const value = read(row)
          // Many rows have the same value as the row before.
          if (value !== last) {
            last = value
            place = known.get(value) ?? known.size
            if (place === known.size) known.set(value, place)
          }
          indexes[count++] = place
        }
      },
      moveTo: (out) => {
        const size = known.size <= 256 ? 1 : known.size <= 65_536 ? 2 : 4
        out.count(version)
        out.count(dictionaryFlags + Math.log2(size))
        out.count(known.size)
        for (const value of known.keys()) out.text(value)
        out.count(count)
        const { view, from } = out.reserve(count * size)
        for (let at = 0; at < count; at += 1) {
          const index = indexes[at] ?? 0
          if (size === 1) view.setUint8(from + at, index)
          else if (size === 2) view.setUint16(from + at * 2, index, true)
          else view.setUint32(from + at * 4, index, true)
        }
        known.clear()
        known.set('', 0)
        count = 0
        last = ''
        place = 0
      },
    }
  },
}
