/**
 * A letter missing from the font loses its diacritics; if that does not help, it becomes a question mark. Returns an
 * empty string if only question marks would remain.
 */
export function toPrintable(text: string, canWrite: (codePoint: number) => boolean): string {
  const fits = (characters: string) => [...characters].every((one) => canWrite(getCodePoint(one)))
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

const getCodePoint = (character: string) => character.codePointAt(0) ?? 0
