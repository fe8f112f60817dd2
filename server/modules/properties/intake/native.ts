import { type GrowingBytes, growingBytes } from './growing-bytes.ts'

// ClickHouse's Native format: whole columns as the store keeps them, so that nobody makes texts of numbers and reads them
// again. Loading it costs the store a quarter of what lines of text do. https://clickhouse.com/docs/interfaces/formats/Native

/** How a column is laid out: the values of all rows one behind the other. */
export type Kind<Value> = { type: string; write: (out: GrowingBytes, values: readonly Value[]) => void }

/** A column of the store with what goes into it of each row. */
export type Column<Row> = { type: string; write: (out: GrowingBytes, rows: readonly Row[]) => void }

/** The columns of a table by their names. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>

export const column = <Row, Value>({ type, write }: Kind<Value>, read: (row: Row) => Value): Column<Row> => ({
  type,
  write: (out, rows) => write(out, rows.map(read)),
})

/** Writes rows as blocks of a table. The store converts where its column is of another type that holds the same. */
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

type Numbers = (out: GrowingBytes, values: readonly number[]) => void

/** Whole numbers. One that the column cannot hold is an error, not another number. */
const whole = (type: string, most: number, write: Numbers): Kind<number> => ({
  type,
  write: (out, values) => {
    for (const value of values)
      if (!Number.isInteger(value) || value < 0 || value > most) throw new Error(`${value} is no ${type}.`)
    write(out, values)
  },
})

const maxUint32 = 4_294_967_295
export const uint8 = whole('UInt8', 255, (out, values) => out.uint8s(values))
export const uint16 = whole('UInt16', 65_535, (out, values) => out.uint16s(values))
export const uint32 = whole('UInt32', maxUint32, (out, values) => out.uint32s(values))
/** Seconds since 1970. */
export const instant = whole("DateTime('UTC')", maxUint32, (out, values) => out.uint32s(values))
export const uint64: Kind<bigint> = { type: 'UInt64', write: (out, values) => out.uint64s(values) }
export const int64: Kind<number> = {
  type: 'Int64',
  write: (out, values) => out.uint64s(values.map((value) => BigInt.asUintN(64, BigInt(value)))),
}
export const float64: Kind<number> = { type: 'Float64', write: (out, values) => out.float64s(values) }
export const bool: Kind<boolean> = { type: 'Bool', write: (out, values) => out.flags(values, (value) => value) }
export const text: Kind<string> = { type: 'String', write: (out, values) => out.texts(values) }

/** A day as `YYYY-MM-DD`. */
export const day: Kind<string> = { type: 'Date32', write: (out, values) => out.uint32s(values.map(daysSince1970)) }

const msPerDay = 86_400_000
// The first and the last day that the store has.
const firstDay = -25_567
const lastDay = 120_529

function daysSince1970(text: string): number {
  const days = Date.UTC(digits(text, 0, 4), digits(text, 5, 7) - 1, digits(text, 8, 10)) / msPerDay
  return Math.min(Math.max(days, firstDay), lastDay)
}

function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - 48
  return value
}

/** Values of which some are unknown. */
export function nullable<Value extends number | boolean | string>({ type, write }: Kind<Value>): Kind<Value | null> {
  // What stands in place of an unknown value is of its kind.
  const blank = (type === 'Date32' ? '1970-01-01' : type === 'Bool' ? false : 0) as Value
  return {
    type: `Nullable(${type})`,
    write: (out, values) => {
      out.flags(values, (value) => value === null)
      write(
        out,
        values.map((value) => value ?? blank),
      )
    },
  }
}

/** Several values in each row. */
export const list = <Value>({ type, write }: Kind<Value>): Kind<readonly Value[]> => ({
  type: `Array(${type})`,
  write: (out, values) => {
    let end = 0
    const ends = values.map(({ length }) => {
      end += length
      return end
    })
    writeCounts(out, ends)
    if (end > 0) write(out, values.flat() as Value[])
  },
})

/** Counts in eight bytes each. */
const writeCounts: Numbers = (out, counts) => out.uint32s(counts.flatMap((count) => [count, 0]))

// https://github.com/ClickHouse/ClickHouse/blob/master/src/DataTypes/Serializations/SerializationLowCardinality.cpp
const version = 1
const hasItsOwnWords = 0x600

/** Texts of which there are few: each is written once for a block, and its place for every row. */
export const word: Kind<string> = {
  type: 'LowCardinality(String)',
  write: (out, values) => {
    const places = new Map([['', 0]])
    const indexes = values.map((value) => {
      const known = places.get(value)
      if (known !== undefined) return known
      places.set(value, places.size)
      return places.size - 1
    })
    const bytes = places.size <= 256 ? 1 : places.size <= 65_536 ? 2 : 4
    writeCounts(out, [version, hasItsOwnWords + Math.log2(bytes), places.size])
    out.texts([...places.keys()])
    writeCounts(out, [values.length])
    out[bytes === 1 ? 'uint8s' : bytes === 2 ? 'uint16s' : 'uint32s'](indexes)
  },
}
