import type { TableShape } from '../../../../platform/files/tables/text/record-chunks.ts'

/**
 * All rows of a source as one table of delimited text. With joins the first column is `@line`: the line of the first
 * file that a row comes from.
 */
export type SourceTable = TableShape & {
  header: string[]
  line: number
  bytes: AsyncIterable<Buffer>
  /** The share that is read, from 0 to 1. */
  progress: () => number
  close: () => Promise<void>
}
