import { digits } from '../digits.ts'
import { type GrowingBytes, growingBytes } from './growing-bytes.ts'

// ClickHouse's Native format: whole columns as the store keeps them, so that nobody makes texts of numbers and reads them
// again. Loading it costs the store a quarter of what lines of text do. https://clickhouse.com/docs/interfaces/formats/Native

/** The values of all rows one behind the other, each read from its row as it is written. */
export type Kind<Value> = {
  type: string
  write: <Row>(out: GrowingBytes, rows: readonly Row[], read: (row: Row) => Value) => void
}

type FixedKind<Value> = Kind<Value> & { size: number; set: (view: DataView, at: number, value: Value) => void }

export type Column<Row> = { type: string; write: (out: GrowingBytes, rows: readonly Row[]) => void }

export type Columns<Row> = Readonly<Record<string, Column<Row>>>

export const column = <Row, Value>({ type, write }: Kind<Value>, read: (row: Row) => Value): Column<Row> => ({
  type,
  write: (out, rows) => write(out, rows, read),
})

/** The store converts where its column is of another type that holds the same. */
export function blockWriter<Row>(columns: Columns<Row>): (rows: readonly Row[]) => Uint8Array<ArrayBuffer> {
  const entries = Object.entries(columns)
  const out = growingBytes()
  return (rows) => {
    if (rows.length === 0) return new Uint8Array()
    out.varint(entries.length)
    out.varint(rows.length)
    for (const [name, { type, write }] of entries) {
      out.text(name)
      out.text(type)
      write(out, rows)
    }
    return out.take()
  }
}

const fixed = <Value>(type: string, size: number, set: FixedKind<Value>['set']): FixedKind<Value> => ({
  type,
  size,
  set,
  write: (out, rows, read) => {
    const { view, from } = out.reserve(rows.length * size)
    let at = from
    for (const row of rows) {
      set(view, at, read(row))
      at += size
    }
  },
})

/** Whole numbers. One that the column cannot hold is an error, not another number. */
const whole = (type: string, size: 1 | 2 | 4): FixedKind<number> => {
  const most = 2 ** (size * 8) - 1
  return fixed(type, size, (view, at, value) => {
    if (!(value >= 0 && value <= most) || Math.floor(value) !== value) throw new Error(`${value} is no ${type}.`)
    if (size === 1) view.setUint8(at, value)
    else if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
  })
}

export const uint8 = whole('UInt8', 1)
export const uint16 = whole('UInt16', 2)
export const uint32 = whole('UInt32', 4)
/** Seconds since 1970. */
export const instant = whole("DateTime('UTC')", 4)
export const uint64 = fixed<bigint>('UInt64', 8, (view, at, value) => view.setBigUint64(at, value, true))
/** Whole numbers below 2⁵³, as JavaScript has them. */
export const uint53 = fixed<number>('UInt64', 8, (view, at, value) => {
  view.setUint32(at, value % 2 ** 32, true)
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true)
})
export const int64 = fixed<number>('Int64', 8, (view, at, value) => view.setBigInt64(at, BigInt(value), true))
export const float64 = fixed<number>('Float64', 8, (view, at, value) => view.setFloat64(at, value, true))
export const bool = fixed<boolean>('Bool', 1, (view, at, value) => view.setUint8(at, value ? 1 : 0))

export const day = fixed<string>('Date32', 4, (view, at, value) => view.setInt32(at, daysSince1970(value), true))

export const text: Kind<string> = {
  type: 'String',
  write: (out, rows, read) => {
    for (const row of rows) out.text(read(row))
  },
}

// The first and the last day that the store has.
const firstDay = -25_567
const lastDay = 120_529
const daysFromYear0 = 719_468

/** Counted in years that begin in March, so that a leap day is the last of its year: no calendar need be asked. */
function daysSince1970(text: string): number {
  const month = digits(text, 5, 7)
  const year = digits(text, 0, 4) - (month <= 2 ? 1 : 0)
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + digits(text, 8, 10) - 1
  const days = year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + dayOfYear
  return Math.min(Math.max(days - daysFromYear0, firstDay), lastDay)
}

/** Values of which some are unknown: zeros stand in their place. */
export const nullable = <Value>({ type, size, set }: FixedKind<Value>): Kind<Value | null> => ({
  type: `Nullable(${type})`,
  write: (out, rows, read) => {
    const { view, from } = out.reserve(rows.length * (1 + size))
    let flag = from
    let at = from + rows.length
    for (const row of rows) {
      const value = read(row)
      if (value === null) view.setUint8(flag, 1)
      else set(view, at, value)
      flag += 1
      at += size
    }
  },
})

export const list = <Value>({ type, write }: Kind<Value>): Kind<readonly Value[]> => ({
  type: `Array(${type})`,
  write: (out, rows, read) => {
    const values: Value[] = []
    for (const row of rows) {
      for (const value of read(row)) values.push(value)
      out.count(values.length)
    }
    if (values.length > 0) write(out, values, (value) => value)
  },
})

// https://github.com/ClickHouse/ClickHouse/blob/master/src/DataTypes/Serializations/SerializationLowCardinality.cpp
const version = 1
const hasItsOwnWords = 0x600

// Kept from block to block: the places of a block's words.
let places = new Uint32Array(1_024)

/** Texts of which there are few: each is written once for a block, and its place for every row. */
export const word: Kind<string> = {
  type: 'LowCardinality(String)',
  write: (out, rows, read) => {
    if (places.length < rows.length) places = new Uint32Array(rows.length)
    const known = new Map([['', 0]])
    let last = ''
    let place = 0
    let count = 0
    for (const row of rows) {
      const value = read(row)
      // Many rows say what the one before them says.
      if (value !== last) {
        last = value
        place = known.get(value) ?? known.size
        if (place === known.size) known.set(value, place)
      }
      places[count++] = place
    }
    const size = known.size <= 256 ? 1 : known.size <= 65_536 ? 2 : 4
    out.count(version)
    out.count(hasItsOwnWords + Math.log2(size))
    out.count(known.size)
    for (const value of known.keys()) out.text(value)
    out.count(count)
    const { view, from } = out.reserve(count * size)
    for (let at = 0; at < count; at += 1) {
      const index = places[at] ?? 0
      if (size === 1) view.setUint8(from + at, index)
      else if (size === 2) view.setUint16(from + at * 2, index, true)
      else view.setUint32(from + at * 4, index, true)
    }
  },
}
