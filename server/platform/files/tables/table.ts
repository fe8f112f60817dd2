import type { SourceFile } from '@dooryard/contract/data/sources/source-document'
import type { TableShape } from './text/record-chunks.ts'

/** How a file is read where the detection is wrong or has nothing to go by. */
export type TableChoices = Partial<Omit<SourceFile, 'id' | 'unknown'>>

export type GeometryKind = 'POINT' | 'LINE' | 'POLYGON'

/** A table of a file: how it is read, and what was found of it. */
export type TableFacts = {
  /** The sheet, layer or entry of an archive; empty where the file is one table. */
  name: string
  file: Omit<SourceFile, 'id'>
  geometry: GeometryKind | null
  /** The name of the coordinate system, as the file or the choice has it. */
  crsName: string | null
  /** Sentences for the administrator about what was assumed. */
  doubts: string[]
  /** Null where it is known only at the end. */
  rowCount: number | null
}

/** The rows of a table as delimited UTF-8 or Windows-1252 text; the first one has the number `line`. */
export type OpenTable = TableShape & {
  facts: TableFacts
  /** Unique names. Of a geometry the last are `@lat`, `@lng`, `@area_sqft` and `@outline`. */
  header: string[]
  line: number
  bytes: AsyncIterable<Buffer>
  /** The beginning of a text as it stands, from its first line on. */
  firstLines?: string[]
}

export type OpenOptions = {
  /** No more rows than these are read, where that saves work. */
  limit?: number
  /** Ends the reading. */
  signal?: AbortSignal
  /** Names that the header is expected to have: the line with most of them is the header. */
  names?: ReadonlySet<string>
  /** Of a layer of lines, one column has each line as well-known text, in place of those of its outline. */
  keepsLines?: boolean
}

/** A table that can be opened any number of times, one after the other. */
export type TableHandle = { name: string; open: (options?: OpenOptions) => Promise<OpenTable> }

const maxPartsDescribed = 3

/** Sentences about the parts of a file that cannot be read beside others that can. */
export function describePartsLeftOut(refusals: readonly Error[]): string[] {
  const described = refusals.slice(0, maxPartsDescribed).map(({ message }) => `A part is left out. ${message}`)
  const others = refusals.length - described.length
  return others === 0 ? described : [...described, `${others} more ${others === 1 ? 'part is' : 'parts are'} left out.`]
}

/** The table with more sentences for the administrator. */
export const addDoubts = (table: TableHandle, doubts: readonly string[]): TableHandle => ({
  name: table.name,
  open: async (options) => {
    const { facts, ...opened } = await table.open(options)
    return { ...opened, facts: { ...facts, doubts: [...facts.doubts, ...doubts] } }
  },
})

/** A file that is no archive: itself, or within one. `name` is what its table is called. */
export type Part = {
  name: string
  /** For sentences. */
  fileName: string
  head: Buffer
  read: () => AsyncIterable<Buffer>
  /** Where it lies on the disk, after unpacking where that is needed. */
  toPath: () => Promise<string>
}

export type TableSample = TableFacts & {
  header: string[]
  /** Up to 5,000, each of the header's width, of trimmed cells. */
  rows: string[][]
  /** Of a text, the first lines as they stand. */
  firstLines: string[]
}

export type FileInspection = { fileName: string; size: number; tables: TableSample[] }

/** The outline as a hexadecimal WKB of degrees; for storing, not for showing. */
export const outlineColumn = '@outline'

/** A line of degrees as well-known text. */
export const pathColumn = '@path'

/** The number of a row, first of the columns where rows of several files are joined. */
export const lineColumn = '@line'

/** More than any published roll has; each column is a field of the screen that places them. */
export const maxColumns = 2_000

/**
 * Names of columns as they are known from here on: trimmed, of characters that can be stored, never empty, each once. A
 * repeated `X` becomes `X 2`, a nameless column `Column` and its number.
 */
export function toUniqueNames(cells: readonly string[]): string[] {
  const taken = new Set<string>()
  return cells.map((cell, at) => {
    const text = cell.replace(/[\s\0]+/g, ' ').trim()
    // The cut may divide a character.
    const name = text.slice(0, 280).toWellFormed() || `Column ${at + 1}`
    let unique = name
    for (let count = 2; taken.has(unique); count += 1) unique = `${name} ${count}`
    taken.add(unique)
    return unique
  })
}
