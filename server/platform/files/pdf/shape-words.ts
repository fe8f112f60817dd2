import { createDocument, createGlyphCheck } from './pdf-page.ts'

type FontGlyph = { id: number; codePoints: number[]; advanceWidth: number }
type GlyphPosition = { xAdvance: number; xOffset: number; yOffset: number; advanceWidth: number }

/** A font of a document, of which pdfkit has no public API. Positions are in thousandths of the size of the text. */
export type EmbeddedFont = {
  id: string
  scale: number
  layout: (text: string) => { glyphs: FontGlyph[]; positions: GlyphPosition[]; advanceWidth: number }
  /** The object of the font in the PDF. */
  ref: () => unknown
  subset: { includeGlyph: (id: number) => number }
  widths: number[]
  unicode: number[][]
}

/** Both fonts of a document. */
export function getFonts(pdf: PDFKit.PDFDocument): { regular: EmbeddedFont; bold: EmbeddedFont } {
  const get = (name: string) => (pdf.font(name) as unknown as { _font: EmbeddedFont })._font
  return { regular: get('regular'), bold: get('bold') }
}

/** The glyphs of a word, and how far each is moved from where it would stand by the widths alone. */
export type ShapedWord = {
  width: number
  glyphs: readonly FontGlyph[]
  /** What is added to the width of each glyph, such as kerning. */
  extra: readonly number[]
  /** Where glyphs stand beside their places, such as an accent above its letter; most words have none. */
  offsets: readonly { x: number; y: number }[] | undefined
}

type WordShaper = {
  shape: (word: string, isBold: boolean) => ShapedWord
  /** Whether the fonts have a glyph for a character. */
  canWrite: (codePoint: number) => boolean
}

let shared: Promise<WordShaper> | undefined

/** Shapes words for all documents: it takes long, and most words of a letter are in all of them. */
export function getWordShaper(): Promise<WordShaper> {
  shared ??= createWordShaper()
  return shared
}

/** Enough for the words of a text, and for the common words of names and addresses. */
const maxWords = 5_000

async function createWordShaper(): Promise<WordShaper> {
  const pdf = await createDocument({}, { fontLayoutCache: false })
  const fonts = getFonts(pdf)
  const words = new Map<string, ShapedWord>()
  const shape: WordShaper['shape'] = (word, isBold) => {
    const key = `${isBold ? 'b' : 'r'}${word}`
    const known = words.get(key)
    if (known) return known
    if (words.size >= maxWords) words.clear()
    const { glyphs, positions, advanceWidth } = fonts[isBold ? 'bold' : 'regular'].layout(word)
    const shaped = {
      ...{ width: advanceWidth, glyphs },
      extra: positions.map((one) => one.xAdvance - one.advanceWidth),
      offsets: positions.some(({ xOffset, yOffset }) => xOffset || yOffset)
        ? positions.map(({ xOffset, yOffset }) => ({ x: xOffset, y: yOffset }))
        : undefined,
    }
    words.set(key, shaped)
    return shaped
  }
  return { shape, canWrite: createGlyphCheck(pdf) }
}
