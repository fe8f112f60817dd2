import * as florida from '../../sources/florida-use-codes.ts'
import * as massachusetts from '../../sources/massachusetts-use-codes.ts'
import * as addressReaders from '../address-readers.ts'
import * as dates from '../dates.ts'
import type { Reader } from '../reader.ts'
import * as readers from '../readers.ts'
import * as rolls from '../roll.ts'
import * as useCodes from '../use-code.ts'

/** A reader with the code that declares it in a source file. */
export type ReaderCall = {
  reader: Reader<unknown>
  code: string
  headers: readonly string[]
  names: readonly string[]
  /** Why the reader may be wrong although it reads every cell. */
  caveat?: string
}

export const quote = (words: string) => `'${words.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const nameByTable = new Map<unknown, string>([[massachusetts.massachusettsUseCodes, 'massachusettsUseCodes']])

function toLiteral(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${toLiteral(field)}`)
  return nameByTable.get(value) ?? `{ ${fields.join(', ')} }`
}

/** Creates a reader and records the call as code: `callReader(count, 'beds', 200)` yields `count('beds', 200)`. */
export function callReader<Args extends readonly unknown[]>(
  make: (...args: Args) => Reader<unknown>,
  ...args: Args
): ReaderCall {
  return {
    reader: make(...args),
    code: `${make.name}(${args.map(toLiteral).join(', ')})`,
    headers: args.filter((value) => typeof value === 'string'),
    names: [make.name, ...args.flatMap((value) => nameByTable.get(value) ?? [])],
  }
}

/** The same, for a column that is chosen later. */
export const forHeader =
  <More extends readonly unknown[]>(make: (column: string, ...more: More) => Reader<unknown>, ...more: More) =>
  (header: string): ReaderCall =>
    callReader(make, header, ...more)

const readersByFile: Record<string, object> = {
  '../mapping/address-readers.ts': addressReaders,
  '../mapping/dates.ts': dates,
  '../mapping/readers.ts': readers,
  '../mapping/roll.ts': rolls,
  '../mapping/use-code.ts': useCodes,
  './florida-use-codes.ts': florida,
  './massachusetts-use-codes.ts': massachusetts,
}

export const getReaderFile = (name: string): string =>
  Object.keys(readersByFile).find((file) => Object.hasOwn(readersByFile[file] ?? {}, name)) ?? ''
