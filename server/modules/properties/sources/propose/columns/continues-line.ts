import { toPlainName } from '../headers/header-words.ts'

/**
 * `ADDRESS_2` follows `ADDRESS` and `ADDRESS_1`, `MAIL3` follows `MAIL2` and `OWNERB` `OWNERA`; cut at ten letters,
 * `TAXPAYER_1` follows `TAXPAYER_A`.
 */
export function continuesLine(first: string, next: string, place: number): boolean {
  const [plain, other] = [toPlainName(first), toPlainName(next)]
  if (other === `${plain.replace(/1$|one$/, '')}${place}`) return true
  const [, stem, end = ''] = /^(.*\D)([2-9])$/.exec(plain) ?? []
  if (stem !== undefined && other === `${stem}${Number(end) + place - 1}`) return true
  if (place === 2 && plain.endsWith('a') && other === plain.replace(/a$/, 'b')) return true
  const cut = /^(.{7,8})_(\d)$/.exec(next)
  return cut !== null && first.startsWith(cut[1] ?? '\0') && Number(cut[2]) === place - 1
}
