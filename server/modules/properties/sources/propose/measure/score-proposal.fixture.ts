import { listColumns } from '../../compile/list-file-problems.ts'
import type { FieldProposal } from '../proposal.ts'

/** Our field, or several of which one counts, and the sets of columns of which any is right. */
export type AnswerKey = Record<string, readonly (readonly string[])[]>

export type Score = { right: string[]; wrong: string[]; wrongWithoutDoubt: string[]; missed: string[] }

/**
 * Compares proposed fields with an answer key. Address lines that shift are read from all of them, where a key may name
 * the first alone.
 */
export function scoreProposal(fields: readonly FieldProposal[], key: AnswerKey): Score {
  const score: Score = { right: [], wrong: [], wrongWithoutDoubt: [], missed: [] }
  for (const [names, answers] of Object.entries(key)) {
    const found = fields.find(({ field }) => names.split('/').includes(field))
    if (answers.length === 0 && !found) continue
    if (!found) score.missed.push(names)
    else if (answers.some((columns) => isAnswer(found, columns))) score.right.push(names)
    else {
      score.wrong.push(names)
      if (found.doubt === null) score.wrongWithoutDoubt.push(names)
    }
  }
  return score
}

function isAnswer({ source }: FieldProposal, answer: readonly string[]): boolean {
  // Where a lot has no area, its outline has.
  const isFilledUp = 'firstOf' in source && answer.every((column) => !column.startsWith('@'))
  const columns = listColumns(source).filter((column) => !isFilledUp || !column.startsWith('@'))
  const isLines = 'columns' in source && source.transforms?.some(({ type }) => type === 'ADDRESS_LINES')
  if (isLines) return answer.every((column) => columns.includes(column))
  return [...columns].sort().join('\n') === [...answer].sort().join('\n')
}

export const countScores = (scores: readonly Score[]) => {
  const count = (part: keyof Score) => scores.reduce((sum, score) => sum + score[part].length, 0)
  const [right, wrong, missed] = [count('right'), count('wrong'), count('missed')]
  const all = Math.max(1, right + wrong + missed)
  return {
    right,
    wrong,
    missed,
    wrongWithoutDoubt: count('wrongWithoutDoubt'),
    rightShare: right / all,
    wrongShare: wrong / all,
  }
}
