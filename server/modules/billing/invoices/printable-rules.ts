/**
 * A letter that the font lacks loses its marks, and where that does not help becomes a question mark. Empty where
 * nothing but question marks would be left.
 */
export function printable(text: string, canWrite: (codePoint: number) => boolean): string {
  const fits = (characters: string) => [...characters].every((one) => canWrite(codePointOf(one)))
  const asIs = text.normalize('NFC').replace(/\s+/gu, ' ').replace(/\p{C}/gu, '').trim()
  if (fits(asIs)) return asIs
  let written = 0
  const letters = [...asIs].map((letter) => {
    const plain = fits(letter) ? letter : letter.normalize('NFKD').replace(/\p{M}/gu, '')
    if (!fits(plain)) return '?'
    if (/[\p{L}\p{N}]/u.test(plain)) written++
    return plain
  })
  return written > 0 ? letters.join('').replace(/\?{2,}/g, '?') : ''
}

const codePointOf = (character: string) => character.codePointAt(0) ?? 0
