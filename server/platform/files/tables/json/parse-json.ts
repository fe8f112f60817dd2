// Sixteen digits are the least that a number beyond 2^53 has.
const longNumber = /\d{16}/

/** Parses JSON. A whole number that a double cannot hold, such as a parcel number of 18 digits, stays as it is written. */
export const parseJson = (text: string): unknown =>
  longNumber.test(text) ? JSON.parse(text, keepLongNumber as Parameters<typeof JSON.parse>[1]) : JSON.parse(text)

// The types do not know the third argument, the text of a plain value.
const keepLongNumber = (_key: string, value: unknown, context: { source?: string } | undefined): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (context?.source ?? value)
    : value

/** Whether a document has, at its beginning, whole numbers that programs which read numbers as doubles spoil. */
export const hasLongNumbers = (text: string): boolean => /[:[,]\s*-?\d{16,}\s*[,}\]]/.test(text)
