import {
  delimiters,
  findTable,
  type JudgeHeader,
  type Table,
} from '../../../../platform/files/tables/text/find-table.ts'
import { listNeededColumns, type RollSource } from '../../mapping/roll.ts'
import { describeHeaderMismatch } from '../roll-report.ts'

/**
 * Finds the first line with every required column, for any delimiter; else returns the sentence to reject the file
 * with.
 */
export function openTable(
  content: AsyncIterable<Buffer>,
  source: RollSource,
  choices: readonly string[] = source.format.delimiter === undefined ? delimiters : [source.format.delimiter],
): Promise<Table | string> {
  const needed = new Set(listNeededColumns(source))
  const judge: JudgeHeader = (header) => ({
    nearness: header.filter((name) => needed.has(name)).length,
    wrong: describeHeaderMismatch(source, header),
  })
  return findTable(content, judge, choices)
}
