import { readFile } from 'node:fs/promises'
import PDFDocument from 'pdfkit'
import { toPrintable } from './printable-rules.ts'

/** US Letter, in points. */
export const sheet = { width: 612, height: 792, left: 56, right: 556, inner: 500 } as const

export const colors = {
  strong: '#111827',
  normal: '#374151',
  faint: '#6b7280',
  line: '#e5e7eb',
  brand: '#4f46e5',
} as const

type DrawTextOptions = {
  size?: number
  color?: string
  bold?: boolean
  align?: 'left' | 'right'
  width?: number
  /** Maximum number of lines before the text is truncated. */
  lines?: number
}

/** A page to draw texts on. `put` returns the height of the text, which never leaves its box. */
export type PdfPage = {
  pdf: PDFKit.PDFDocument
  put: (text: string, x: number, y: number, style?: DrawTextOptions) => number
  rule: (y: number, color?: string) => void
  /** The part of the text that the font can render; may be empty. */
  written: (text: string) => string
}

const fontFile = (name: string) => readFile(new URL(`./fonts/${name}.ttf`, import.meta.url))

const leading = 1.4

/** Renders a PDF whose bytes depend only on what is drawn and on `info`. */
export async function renderPdf(info: PDFKit.DocumentInfo, draw: (page: PdfPage) => void): Promise<Buffer> {
  const page = await createPage(info)
  const chunks: Buffer[] = []
  page.pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    page.pdf.on('end', () => resolve(Buffer.concat(chunks)))
    page.pdf.on('error', reject)
  })
  draw(page)
  page.pdf.end()
  return done
}

/** A document without a page yet, in the fonts of all our PDFs: `regular` and `bold`. */
export async function createDocument(info: PDFKit.DocumentInfo, options: PDFKit.PDFDocumentOptions = {}) {
  const [regular, semiBold] = await Promise.all([fontFile('inter-regular'), fontFile('inter-semi-bold')])
  // The library's margins would start a second page; here every text is positioned explicitly.
  const layout = { size: 'LETTER', margin: 0, lang: 'en-US', displayTitle: true, autoFirstPage: false } as const
  const pdf = new PDFDocument({ ...layout, ...options, info })
  return pdf.registerFont('regular', regular).registerFont('bold', semiBold)
}

async function createPage(info: PDFKit.DocumentInfo): Promise<PdfPage> {
  const pdf = await createDocument(info)
  pdf.addPage()
  const written = createTextWriter(pdf)
  const put: PdfPage['put'] = (
    text,
    x,
    y,
    { size = 9.5, color = colors.normal, bold, align, width, lines = 1 } = {},
  ) => {
    const room = width ?? sheet.right - x
    pdf
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(color)
    const natural = pdf.currentLineHeight()
    const step = size * leading
    const options: PDFKit.Mixins.TextOptions = {
      width: room,
      lineGap: step - natural,
      // Tabular digits, so that amounts align.
      features: ['tnum'],
      align: align ?? 'left',
    }
    const height = Math.min(pdf.heightOfString(text, options), lines * step)
    pdf.text(text, x, y, { ...options, height: height + 0.1, ellipsis: true })
    return height
  }
  const rule: PdfPage['rule'] = (y, color = colors.line) => {
    pdf.moveTo(sheet.left, y).lineTo(sheet.right, y).lineWidth(0.75).strokeColor(color).stroke()
  }
  return { pdf, put, rule, written }
}

/** Only the font knows its glyphs, and pdfkit has no public API for it. */
type WithFont = { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } }

/** Whether the font has a glyph for a character. */
export function createGlyphCheck(pdf: PDFKit.PDFDocument): (codePoint: number) => boolean {
  pdf.font('regular')
  const { font } = (pdf as unknown as WithFont)._font
  return (codePoint) => font.hasGlyphForCodePoint(codePoint)
}

function createTextWriter(pdf: PDFKit.PDFDocument) {
  const canWrite = createGlyphCheck(pdf)
  return (text: string) => toPrintable(text, canWrite)
}

/** The logo: a door, and the yard in front of it. */
export function drawLogo({ pdf }: PdfPage, x: number, y: number, size: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(size / 32)
  pdf.roundedRect(0, 0, 32, 32, 8).fill(colors.brand)
  pdf.path('M10 23V14a6 6 0 0 1 12 0v9z').fill('#ffffff')
  pdf.circle(18.6, 17.2, 1.3).fill(colors.brand)
  pdf.moveTo(6, 24.5).lineTo(26, 24.5).lineWidth(2.4).lineCap('round').stroke('#a5b4fc')
  pdf.restore()
}
