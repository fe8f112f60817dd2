import { expect, test } from 'vitest'
import { extractTexts } from './pdf-text.fixture.ts'
import { getFontMeasure, type PlacedPage, type PlacedPageText, writePlacedPages } from './placed-pages.ts'

const place = (text: string, y: number): PlacedPageText => ({
  ...{ text, x: 72, y },
  size: 20,
  isBold: false,
  width: 0,
})

async function* repeat(times: number, texts: readonly string[]): AsyncGenerator<PlacedPage> {
  for (let at = 0; at < times; at++)
    yield { width: 612, height: 792, texts: texts.map((text, line) => place(text, 100 + 30 * line)), boxes: [] }
}

test('texts are as wide as they were measured: kerned, and with an accent that has no letter of its own', async () => {
  const fonts = await getFontMeasure()
  const lines = ['AVATAR To We (615) 555-0142', 'Ms. Q\u0303uillmere of m\u0308arnock', 'two  blanks']
  const chunks: Uint8Array[] = []
  for await (const chunk of writePlacedPages({}, repeat(2, lines))) chunks.push(chunk)
  const { pages, texts } = extractTexts(Buffer.concat(chunks))
  expect([pages, texts.map(({ text }) => text)]).toEqual([2, [...lines, ...lines]])
  for (const { text, x, y, right } of texts) {
    expect(right).toBeCloseTo(x + fonts.getWidth(text, place(text, y)), 1)
    expect(y).toBe(100 + 30 * lines.indexOf(text))
  }
})

test('pages that are written take no memory', async () => {
  const { arrayBuffers } = process.memoryUsage()
  let highest = 0
  let bytes = 0
  for await (const chunk of writePlacedPages({}, repeat(1_000, ['Would you sell 1208 Example Orchard Ln?']))) {
    bytes += chunk.length
    highest = Math.max(highest, process.memoryUsage().arrayBuffers)
  }
  expect(bytes).toBeGreaterThan(300_000)
  // pdfkit alone keeps 16 KB of each page until all memory is collected.
  expect(highest - arrayBuffers).toBeLessThan(8_000_000)
})
