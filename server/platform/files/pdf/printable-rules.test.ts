import { expect, test } from 'vitest'
import { toPrintable } from './printable-rules.ts'

const latin = (codePoint: number) => codePoint < 0x250

test.each([
  ['Zoë Łukasiewicz', 'Zoë Łukasiewicz'],
  // Combining marks are separate from their letters, as some systems store them.
  ['Zoe\u0308', 'Zoë'],
  ['Ａcme', 'Acme'],
  ['Tess 😀 Sampleton', 'Tess ? Sampleton'],
  ['  Tess\n\tSampleton ', 'Tess Sampleton'],
  ['Tess\u202EnotelpmaS', 'TessnotelpmaS'],
  ['山田 太郎', ''],
  ['😀', ''],
  ['', ''],
])('%j is printed as %j', (text, written) => {
  expect(toPrintable(text, latin)).toBe(written)
})
