import { inflateSync } from 'node:zlib'

/** A text with its position in points from the top left, and where it ends. */
export type PlacedText = { text: string; x: number; y: number; size: number; right: number }

/** Extracts the texts of a PDF as a viewer does, using the fonts' own glyph tables. */
export function extractTexts(pdf: Buffer): { pages: number; texts: PlacedText[] } {
  const objects = parseObjects(pdf)
  const all = [...objects.values()]
  const pages = all.filter(({ head }) => /\/Type \/Page\b/.test(head))
  const resources = all.find(({ head }) => head.includes('/Font <<'))?.head ?? ''
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name ?? '', parseFont(objects, Number(id))]),
  )
  const content = all.filter(({ body }) => body?.includes('BT\n')).map(({ body }) => body ?? '')
  return { pages: pages.length, texts: content.flatMap((page) => parsePlacedTexts(page, fonts)) }
}

type PdfObject = { head: string; body?: string }

function parseObjects(pdf: Buffer): Map<number, PdfObject> {
  const whole = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const [, id, inside = ''] of whole.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', ...rest] = inside.split('stream\n')
    const packed = rest
      .join('stream\n')
      .replace(/\nend$/, '')
      .replace(/\nendstream$/, '')
    const body = head.includes('FlateDecode') ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : packed
    objects.set(Number(id), { head, body })
  }
  return objects
}

type Font = { letters: string[]; widths: number[] }

function parseFont(objects: Map<number, PdfObject>, id: number): Font {
  const head = objects.get(id)?.head ?? ''
  const inside = (pattern: RegExp) => objects.get(Number(pattern.exec(head)?.[1]))
  const map = inside(/\/ToUnicode (\d+) 0 R/)?.body ?? ''
  const letters: string[] = []
  for (const [, first = '', , list = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/g))
    [...list.matchAll(/<([0-9a-f]*)>/g)].forEach(([, hex = ''], index) => {
      letters[Number.parseInt(first, 16) + index] = Buffer.from(hex, 'hex').swap16().toString('utf16le')
    })
  const widths = /\/W \[0 \[([^\]]*)\]/.exec(inside(/\/DescendantFonts \[(\d+) 0 R/)?.head ?? '')?.[1] ?? ''
  return { letters, widths: widths.trim().split(/\s+/).map(Number) }
}

function parsePlacedTexts(content: string, fonts: Map<string, Font>): PlacedText[] {
  const runs = content.matchAll(/1 0 0 1 (\S+) (\S+) Tm\n\/(F\d+) (\S+) Tf\n([\s\S]*?TJ)(?=\n1 0 0 1|\nET)/g)
  return [...runs].map(([, x, y, name, size, drawn = '']) => {
    // Letters with accents that stand higher are shown apart.
    const shown = [...drawn.matchAll(/\[([^\]]*)\] TJ/g)].map(([, part]) => part).join(' ')
    const font = fonts.get(name ?? '')
    const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    const codes = glyphs.map((hex) => Number.parseInt(hex, 16))
    // The numbers between the glyphs move the next glyph back.
    const kerning = shown
      .replace(/<[^>]*>/g, ' ')
      .trim()
      .split(/\s+/)
      .reduce((sum, moved) => sum + Number(moved), 0)
    const width = codes.reduce((sum, code) => sum + (font?.widths[code] ?? 0), -kerning)
    const scale = Number(size) / 1000
    return {
      text: codes.map((code) => font?.letters[code] ?? '').join(''),
      x: Number(x),
      // pdfkit flips the page and flips the letters back, so its y counts from the bottom.
      y: 792 - Number(y),
      size: Number(size),
      right: Number(x) + width * scale,
    }
  })
}
