import { colors, createDocument, createGlyphCheck } from './pdf-page.ts'
import { toPrintable } from './printable-rules.ts'

/** A text whose `x` is its start and whose `y` is its baseline, in points from the top left. */
export type PlacedPageText = { text: string; x: number; y: number; size: number; isBold: boolean; width: number }

export type PlacedPage = {
  width: number
  height: number
  texts: PlacedPageText[]
  boxes: { x: number; y: number; width: number; height: number }[]
}

/** What the fonts say of a text, without a page. */
export type FontMeasure = {
  getWidth: (text: string, style: { size: number; isBold: boolean }) => number
  /** The part of a text that can be printed; may be empty. */
  toPrinted: (text: string) => string
  /** The characters that cannot be printed, each once. */
  listMissing: (text: string) => string[]
}

let shared: Promise<FontMeasure> | undefined

/** Reading the fonts takes a while, and all measure by the same. */
export function getFontMeasure(): Promise<FontMeasure> {
  shared ??= createFontMeasure()
  return shared
}

async function createFontMeasure(): Promise<FontMeasure> {
  const pdf = await createDocument({}, { fontLayoutCache: false })
  const canWrite = createGlyphCheck(pdf)
  const widthByWord = new Map<string, number>()
  // Kerning is within words, and most words of a letter are in all of them.
  const getWordWidth = (word: string, isBold: boolean) => {
    const key = `${isBold ? 'b' : 'r'}${word}`
    const known = widthByWord.get(key)
    if (known !== undefined) return known
    if (widthByWord.size >= 20_000) widthByWord.clear()
    const width = pdf
      .font(isBold ? 'bold' : 'regular')
      .fontSize(1)
      .widthOfString(word)
    widthByWord.set(key, width)
    return width
  }
  return {
    getWidth: (text, { size, isBold }) =>
      size * text.split(/(?<= )/).reduce((sum, word) => sum + getWordWidth(word, isBold), 0),
    toPrinted: (text) => toPrintable(text, canWrite),
    listMissing: (text) => [...new Set([...text].filter((one) => one !== '\n' && !canWrite(one.codePointAt(0) ?? 0)))],
  }
}

/** Writes a PDF page by page: what is kept in memory does not grow by their texts. */
export async function* writePlacedPages(
  info: PDFKit.DocumentInfo,
  pages: AsyncIterable<PlacedPage>,
): AsyncGenerator<Uint8Array> {
  const pdf = await createDocument(info)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  let drawn = 0
  for await (const page of pages) {
    if (drawn++ % pagesPerCache === 0) clearLayoutCaches(pdf)
    drawPage(pdf, page)
    yield* chunks.splice(0)
  }
  pdf.end()
  await ended
  yield* chunks
}

/** Laid-out words are kept, which makes 5,000 letters ten times as fast, but not the names of all of them. */
const pagesPerCache = 200

/** pdfkit has no public API for it. */
type WithLayoutCache = { _font: { layoutCache: Record<string, unknown> } }

function clearLayoutCaches(pdf: PDFKit.PDFDocument) {
  for (const font of ['regular', 'bold']) {
    pdf.font(font)
    ;(pdf as unknown as WithLayoutCache)._font.layoutCache = Object.create(null)
  }
}

function drawPage(pdf: PDFKit.PDFDocument, { width, height, texts, boxes }: PlacedPage) {
  pdf.addPage({ size: [width, height], margin: 0 })
  for (const box of boxes) pdf.rect(box.x, box.y, box.width, box.height)
  if (boxes.length > 0) pdf.lineWidth(0.5).strokeColor(colors.faint).stroke()
  for (const { text, x, y, size, isBold } of texts)
    pdf
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colors.strong)
      .text(text, x, y, { lineBreak: false, baseline: 'alphabetic' })
}
