import type { TableShape } from '../../../../platform/files/tables/text/record-chunks.ts'

/** Rows of the tables before a join and of the table that is joined, and how many of each match none of the other. */
export type JoinMatches = {
  file: string
  rows: number
  unmatched: number
  joinedRows: number
  unmatchedJoined: number
  isUnique: boolean
}

/**
 * All rows of a source as one table of delimited text. With joins the first column is `@line`: the number of a row,
 * which tells the line of the first file that it comes from.
 */
export type SourceTable = TableShape & {
  /** Of each join, where it was asked for. */
  joins?: JoinMatches[]
  header: string[]
  line: number
  bytes: AsyncIterable<Buffer>
  /** The share that is read, from 0 to 1. */
  progress: () => number
  close: () => Promise<void>
}
