import { toPlainName } from '../headers/header-words.ts'

/** `ADDRESS_2` follows `ADDRESS` and `ADDRESS_1`; cut at ten letters, `TAXPAYER_1` follows `TAXPAYER_A`. */
export function continuesLine(first: string, next: string, place: number): boolean {
  const stem = toPlainName(first).replace(/1$|one$/, '')
  if (toPlainName(next) === `${stem}${place}`) return true
  const cut = /^(.{7,8})_(\d)$/.exec(next)
  return cut !== null && first.startsWith(cut[1] ?? '\0') && Number(cut[2]) === place - 1
}
