/** A cell whose value cannot be true; counted separately from unknown values. */
export const implausible: unique symbol = Symbol('implausible')

/** A value, null when the roll has none, or `implausible`. */
export type ReadResult<T> = T | null | typeof implausible

/** The trimmed cell of a column; '' when the roll has no value or one of its markers for unknown. */
export type Cells = (column: string) => string

/**
 * How one of our columns is read from the file. `needs` lists the file columns, so a wrong file is recognized by its
 * header.
 */
export type Reader<T> = { needs: readonly string[]; read: (cell: Cells, today: string) => ReadResult<T> }

// Well above the longest street line, signal list and company name.
export const maxTextLength = 300

/**
 * No cell is read beyond this: the metes and bounds of a parcel can fill a page, and what is longer, such as a file
 * that was read as one cell, would take patterns minutes.
 */
export const maxCellLength = 4_000

/** A text this long is something else: a page, or cells that ran together. */
export const isTooLong = (text: string) => text.length > maxTextLength

export const cellReader = <T>(
  column: string,
  read: (text: string, today: string) => ReadResult<T>,
  maxLength = maxTextLength,
): Reader<T> => ({
  needs: [column],
  read: (cell, today) => {
    const text = cell(column)
    if (text === '') return null
    return text.length > maxLength ? implausible : read(text, today)
  },
})
