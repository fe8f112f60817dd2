import * as florida from '../../sources/florida-use-codes.ts'
import * as massachusetts from '../../sources/massachusetts-use-codes.ts'
import * as addressReaders from '../address-readers.ts'
import * as dates from '../dates.ts'
import type { Reader } from '../reader.ts'
import * as readers from '../readers.ts'
import * as rolls from '../roll.ts'
import * as useCodes from '../use-code.ts'

/** A reader with the words that declare it in a source file. */
export type Call = {
  reader: Reader<unknown>
  code: string
  headers: readonly string[]
  names: readonly string[]
  /** Why it may be the wrong one, though it reads every cell. */
  caveat?: string
}

export const quoted = (words: string) => `'${words.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const tables = new Map<unknown, string>([[massachusetts.massachusettsUseCodes, 'massachusettsUseCodes']])

function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`)
  return tables.get(value) ?? `{ ${fields.join(', ')} }`
}

/** Calls a reader's maker, and writes the call down: `call(count, 'beds', 200)` reads as `count('beds', 200)`. */
export function call<Args extends readonly unknown[]>(make: (...args: Args) => Reader<unknown>, ...args: Args): Call {
  return {
    reader: make(...args),
    code: `${make.name}(${args.map(literal).join(', ')})`,
    headers: args.filter((value) => typeof value === 'string'),
    names: [make.name, ...args.flatMap((value) => tables.get(value) ?? [])],
  }
}

/** The same for whichever column it turns out to be. */
export const by =
  <More extends readonly unknown[]>(make: (column: string, ...more: More) => Reader<unknown>, ...more: More) =>
  (header: string): Call =>
    call(make, header, ...more)

const files: Record<string, object> = {
  '../mapping/address-readers.ts': addressReaders,
  '../mapping/dates.ts': dates,
  '../mapping/readers.ts': readers,
  '../mapping/roll.ts': rolls,
  '../mapping/use-code.ts': useCodes,
  './florida-use-codes.ts': florida,
  './massachusetts-use-codes.ts': massachusetts,
}

export const fileOf = (name: string): string =>
  Object.keys(files).find((file) => Object.hasOwn(files[file] ?? {}, name)) ?? ''
