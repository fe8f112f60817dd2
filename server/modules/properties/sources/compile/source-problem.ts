/** What is wrong at a place of a source document, such as `property.lotSqft`; the sentence says what to do. */
export class SourceProblem extends Error {
  readonly sentence: string

  constructor(sentence: string) {
    super(sentence)
    this.name = 'SourceProblem'
    this.sentence = sentence
  }
}

/** Runs the work; a problem is added to the list with its place, and undefined returned. */
export function collectProblem<T>(problems: string[], place: string, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error
    problems.push(`${place}: ${error.sentence}`)
    return undefined
  }
}
