/** Says that a cell has something in it which cannot be true: counted apart from what is simply unknown. */
export const implausible: unique symbol = Symbol('implausible')

/** A value, null where the roll does not say, or `implausible`. */
export type Read<T> = T | null | typeof implausible

/** The trimmed cell of a column; '' where the roll has nothing, or one of its words for nothing. */
export type Cells = (column: string) => string

/** How one of our columns is read from theirs. `needs` names theirs, so that a wrong file is known by its header. */
export type Reader<T> = { needs: readonly string[]; read: (cell: Cells, today: string) => Read<T> }

// Far above the longest street line, list of signals and name of a company.
const longestText = 300

/** A text far too long for what its column says is something else: a page, or cells that ran together. */
export const isTooLong = (text: string) => text.length > longestText

export const cellReader = <T>(column: string, read: (text: string, today: string) => Read<T>): Reader<T> => ({
  needs: [column],
  read: (cell, today) => {
    const text = cell(column)
    if (text === '') return null
    return isTooLong(text) ? implausible : read(text, today)
  },
})
