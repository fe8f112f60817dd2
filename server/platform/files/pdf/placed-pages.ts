import { constants, createDeflate } from 'node:zlib'
import { colors, createDocument } from './pdf-page.ts'
import { toPrintable } from './printable-rules.ts'
import { type EmbeddedFont, getFonts, getWordShaper, type ShapedWord } from './shape-words.ts'

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
  const { shape, canWrite } = await getWordShaper()
  return {
    getWidth: (text, { size, isBold }) =>
      (size / 1_000) * splitWords(text).reduce((sum, word) => sum + shape(word, isBold).width, 0),
    toPrinted: (text) => toPrintable(text, canWrite),
    listMissing: (text) => [...new Set([...text].filter((one) => one !== '\n' && !canWrite(one.codePointAt(0) ?? 0)))],
  }
}

/** The words of a text and the blanks between them. */
const splitWords = (text: string) => text.split(/( )/).filter(Boolean)

/** Writes a PDF page by page: of a page that is written, only its number is kept in memory. */
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
  const drawTexts = await createTextDrawer(pdf)
  const { deflate, close } = createDeflater()
  try {
    for await (const page of pages) {
      await drawPage(pdf, page, { drawTexts, deflate })
      // pdfkit writes a page in a dozen pieces.
      if (chunks.length > 500) yield Buffer.concat(chunks.splice(0))
    }
    pdf.end()
    await ended
    yield Buffer.concat(chunks)
  } finally {
    close()
  }
}

type DrawTexts = (texts: readonly PlacedPageText[]) => string
type Drawing = { drawTexts: DrawTexts; deflate: (content: Uint8Array) => Promise<Buffer> }

async function drawPage(
  pdf: PDFKit.PDFDocument,
  { width, height, texts, boxes }: PlacedPage,
  { drawTexts, deflate }: Drawing,
) {
  pdf.addPage({ size: [width, height], margin: 0 })
  for (const box of boxes) pdf.rect(box.x, box.y, box.width, box.height)
  if (boxes.length > 0) pdf.lineWidth(0.5).strokeColor(colors.faint).stroke()
  // Pages of pdfkit are upside down, and letters would be as well.
  pdf.fillColor(colors.strong).transform(1, 0, 0, -1, 0, height)
  pdf.addContent(drawTexts(texts.map((text) => ({ ...text, y: height - text.y }))))
  const { dictionary, content } = pdf.page as PDFKit.PDFPage & WithContent
  content.buffer = [await deflate(Buffer.concat(content.buffer))]
  content.compress = false
  pdf.flushPages()
  // The list of pages keeps the dictionary of each, and what it holds was just written.
  dictionary.data = {} as typeof dictionary.data
}

/** pdfkit has no public API for it. */
type WithContent = { content: { buffer: Uint8Array[]; compress: boolean } }

/** One for all pages: what pdfkit makes for each is collected so late that thousands of pages take 100 MB. */
function createDeflater() {
  const stream = createDeflate()
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const deflate = (content: Uint8Array) =>
    new Promise<Buffer>((resolve, reject) => {
      stream.once('error', reject)
      stream.write(content)
      stream.flush(constants.Z_FINISH, () => {
        stream.off('error', reject)
        stream.reset()
        resolve(Buffer.concat(chunks.splice(0)))
      })
    })
  return { deflate, close: () => stream.close() }
}

const toNumber = (value: number) => String(Math.round(value * 100) / 100)

/** Draws all texts of a page as one: pdfkit's own takes four times as long and leaves as much to be collected. */
async function createTextDrawer(pdf: PDFKit.PDFDocument): Promise<DrawTexts> {
  const { shape } = await getWordShaper()
  const fonts = getFonts(pdf)
  const drawText = ({ text, x, y, size, isBold }: PlacedPageText) => {
    const font = fonts[isBold ? 'bold' : 'regular']
    pdf.page.fonts[font.id] ??= font.ref()
    const words = splitWords(text).map((word) => drawWord(font, shape(word, isBold), size))
    return `1 0 0 1 ${toNumber(x)} ${toNumber(y)} Tm\n/${font.id} ${toNumber(size)} Tf\n[${words.join('')}] TJ`
  }
  return (texts) => ['BT', ...texts.map(drawText), 'ET'].join('\n')
}

/** The operands of TJ: numbers move back what follows them. What stands higher or lower interrupts it for its rise. */
function drawWord(font: EmbeddedFont, { glyphs, extra, offsets }: ShapedWord, size: number): string {
  const code = (at: number) => `<${includeGlyph(font, glyphs[at])}>`
  return glyphs
    .map((_, at) => {
      const { x, y } = offsets?.[at] ?? { x: 0, y: 0 }
      const back = x - (extra[at] ?? 0)
      const shown = `${x ? ` ${toNumber(-x)}` : ''}${code(at)}${back ? toNumber(back) : ''}`
      return y ? `] TJ ${toNumber((y * size) / 1_000)} Ts [${shown}] TJ 0 Ts [` : shown
    })
    .join('')
    .replaceAll('><', '')
}

/** The code of a glyph in the font of a document, which has only the glyphs that are used. */
function includeGlyph(font: EmbeddedFont, glyph: ShapedWord['glyphs'][number] | undefined): string {
  if (!glyph) return ''
  const code = font.subset.includeGlyph(glyph.id)
  font.widths[code] ??= glyph.advanceWidth * font.scale
  font.unicode[code] ??= glyph.codePoints
  return code.toString(16).padStart(4, '0')
}
