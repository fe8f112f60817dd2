import type { LetterPage, LetterSender } from '@dooryard/contract/leads/letter-templates'
import type { FontMeasure } from '../../../../../platform/files/pdf/placed-pages.ts'
import { capHeight, chooseSize, emptyPage, type Line, placeAddress, placeLines, wrapText } from './fit-text.ts'
import { formatSenderLines } from './sender-lines.ts'

const inch = 72
const card = { width: 6 * inch, height: 4 * inch }
/** Nothing is printed nearer to an edge, so that a cut that is a little off harms nothing. */
const margin = 0.3125 * inch

const frontRoom = { width: card.width - 2 * margin, height: card.height - 2 * margin }
const frontLeading = 1.36
const headingScale = 1.6

/** The lower right of the address side, 4.75 × 0.625 in, stays free for the post office's barcode. */
const barcodeTop = card.height - 0.625 * inch
const addressRoom = { x: 3.05 * inch, y: 1.5 * inch, width: card.width - margin - 3.05 * inch, height: inch }
const stamp = { width: 0.9 * inch, height: inch }
const messageRoom = { y: 1.2 * inch, width: 2.4 * inch, bottom: barcodeTop - 4 }

export type PrintedPostcard = { text: string; backText: string; address: readonly string[]; sender: LetterSender }

/** Down to this size a text of any recipient reads well; a template has to fit at it. */
const smallestSize = 9
const listSizes = (from: number, to: number) =>
  Array.from({ length: (from - to) * 2 + 1 }, (_, step) => from - step / 2)

/** The front and the back. `fits` tells whether all texts have a size that reads well. */
export function layOutPostcard(fonts: FontMeasure, printed: PrintedPostcard): { pages: LetterPage[]; fits: boolean } {
  const front = chooseSize(
    listSizes(16, 6),
    (size) => layOutFront(fonts, printed.text, size),
    ({ height }) => height <= frontRoom.height,
  )
  const message = chooseSize(
    listSizes(10, 5),
    (size) => layOutMessage(fonts, printed.backText, size),
    ({ bottom }) => bottom <= messageRoom.bottom,
  )
  return {
    pages: [front.page, layOutBack(fonts, printed, message)],
    fits: front.size >= smallestSize && message.size >= 7,
  }
}

/** The first paragraph is the heading. */
function layOutFront(fonts: FontMeasure, text: string, size: number) {
  const [heading = '', ...paragraphs] = text.split(/\n\n+/)
  const [large, plain] = [
    { size: size * headingScale, isBold: true },
    { size, isBold: false },
  ]
  const toLines = (of: string, style: Line['style']) =>
    wrapText(fonts, of, frontRoom.width, style).map((line) => ({ text: line, style }))
  const headingLines = toLines(heading, large)
  const lines = paragraphs.length === 0 ? [] : toLines(paragraphs.join('\n\n'), plain)
  const [headingLeading, leading] = [large.size * 1.2, size * frontLeading]
  const gap = lines.length === 0 ? 0 : leading * 0.6
  const height = headingLines.length * headingLeading + gap + lines.length * leading
  const top = (card.height - height) / 2
  const below = top + headingLines.length * headingLeading + gap
  const texts = [
    ...placeLines(fonts, headingLines, { x: margin, y: top + large.size * capHeight, leading: headingLeading }),
    ...placeLines(fonts, lines, { x: margin, y: below + size * capHeight, leading }),
  ]
  return { size, height, page: { ...emptyPage(card), texts } }
}

function layOutMessage(fonts: FontMeasure, text: string, size: number) {
  const style = { size, isBold: false }
  const lines = wrapText(fonts, text, messageRoom.width, style).map((line) => ({ text: line, style }))
  const leading = size * 1.35
  const y = messageRoom.y + size
  const bottom = text === '' ? y : y + (lines.length - 1) * leading
  return { size, bottom, texts: placeLines(fonts, lines, { x: margin, y, leading }) }
}

function layOutBack(fonts: FontMeasure, { sender, address }: PrintedPostcard, message: Pick<LetterPage, 'texts'>) {
  const lines = formatSenderLines(sender).map((text, at) => ({ text, style: { size: 8, isBold: at === 0 } }))
  const texts = [
    ...placeLines(fonts, lines, { x: margin, y: margin + 8, leading: 10.5 }),
    ...message.texts,
    ...placeAddress(fonts, address, addressRoom, 11),
  ]
  return { ...emptyPage(card), texts, boxes: [{ x: card.width - margin - stamp.width, y: margin, ...stamp }] }
}
