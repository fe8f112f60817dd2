import { expect, test } from 'vitest'
import { printable } from './printable-rules.ts'

const latin = (codePoint: number) => codePoint < 0x250

test.each([
  ['Zoë Łukasiewicz', 'Zoë Łukasiewicz'],
  // The marks come apart from their letters, as some systems store them.
  ['Zoe\u0308', 'Zoë'],
  ['Ａcme', 'Acme'],
  ['Tess 😀 Sampleton', 'Tess ? Sampleton'],
  ['  Tess\n\tSampleton ', 'Tess Sampleton'],
  ['Tess\u202EnotelpmaS', 'TessnotelpmaS'],
  ['山田 太郎', ''],
  ['😀', ''],
  ['', ''],
])('%j is written as %j', (text, written) => {
  expect(printable(text, latin)).toBe(written)
})
