import { type ColumnProfile, measureShare } from './profile.ts'

/** Numbers that are no amounts: days, codes, and those that name something. */
export const isNoAmount = (profile: ColumnProfile) =>
  isNumbering(profile) || isDays(profile) || measureShare(profile.cells, isPaddedCode) > 0.1

const isDayNumber = (cell: string) => /^(?:1[89]|20)?\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(cell)

/** Short numbers filled up with zeros are codes. */
const isPaddedCode = (cell: string) => /^0\d{1,4}$/.test(cell) && !/^0+$/.test(cell)

const isDays = ({ cells }: ColumnProfile) =>
  measureShare(
    cells.filter((cell) => !/^0+$/.test(cell)),
    isDayNumber,
  ) > 0.95

/** Numbers of one length that never repeat name something; amounts do not. */
function isNumbering({ cells, distinct }: ColumnProfile): boolean {
  const length = cells[0]?.length ?? 0
  if (length < 8 || distinct < 0.95 || cells.length <= 20) return false
  return measureShare(cells, (cell) => cell.length === length && /^\d+$/.test(cell)) > 0.95
}
