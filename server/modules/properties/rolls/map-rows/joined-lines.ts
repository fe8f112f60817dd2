// A line of the first file can have several rows once it is joined, of which one represents the parcel.
const rowsPerLine = 8_192

/** A number of its own for a row of joined files, in the order of the lines of the first one. */
export const toJoinedLine = (fileLine: number, place: number): number => fileLine * rowsPerLine + (place % rowsPerLine)

/** The line of the first file that a row comes from. */
export const toFileLine = (joinedLine: number): number => Math.floor(joinedLine / rowsPerLine)
