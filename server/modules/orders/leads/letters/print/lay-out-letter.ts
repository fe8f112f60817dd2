import type { LetterPage, LetterSender } from '@dooryard/contract/leads/letter-templates'
import type { FontMeasure } from '../../../../../platform/files/pdf/placed-pages.ts'
import { chooseSize, emptyPage, placeAddress, placeLines, wrapText } from './fit-text.ts'
import { formatSenderLines } from './sender-lines.ts'

const inch = 72
const sheet = { width: 8.5 * inch, height: 11 * inch }
const left = inch
const right = sheet.width - inch

/**
 * What the window of a #10 envelope shows of a sheet folded in three, wherever the sheet slides inside. The envelope
 * is 9.5 × 4.125 in, its window 4.5 × 1.125 in, 0.875 in from the left and 0.5 in from the bottom, so it begins 2.5 in
 * below the top. The folded sheet is 8.5 × 3.667 in: it slides 1 in sideways and 0.458 in up and down.
 */
export const surelyVisible = { x: 0.875 * inch, y: 2.5 * inch, width: 3.5 * inch, height: (2 / 3) * inch }
/** Below it nothing is ever shown. */
export const hiddenBelow = 3.625 * inch

const addressRoom = { ...surelyVisible, x: left, width: surelyVisible.x + surelyVisible.width - left }
const bodyTop = hiddenBelow + 0.4 * inch
const bodyBottom = sheet.height - 0.75 * inch
const nextPageTop = inch
const bodySizes = [11, 10.5, 10, 9.5]
const bodyLeading = 1.42

export type PrintedLetter = { text: string; address: readonly string[]; sender: LetterSender }

/** The sheets of a letter: on one if it fits in a size that reads well, else as many as the largest size needs. */
export function layOutLetter(fonts: FontMeasure, { text, address, sender }: PrintedLetter): LetterPage[] {
  const pages = chooseSize(
    [...bodySizes, 11],
    (size) => layOutBody(fonts, text, size),
    (bodies) => bodies.length === 1,
  )
  const [company = '', ...rest] = formatSenderLines(sender)
  const heading = [{ text: company, style: { size: 10, isBold: true } }, ...rest.map((line) => toSmall(line))]
  return pages.map((texts, at) => {
    const page = emptyPage(sheet)
    if (at > 0) return { ...page, texts }
    const sentBy = placeLines(fonts, heading, { x: left, y: 0.8 * inch, leading: 12.5 })
    return {
      ...page,
      texts: [...sentBy, ...placeAddress(fonts, address, addressRoom), ...texts],
      window: surelyVisible,
    }
  })
}

const toSmall = (text: string) => ({ text, style: { size: 9, isBold: false } })

function layOutBody(fonts: FontMeasure, text: string, size: number) {
  const style = { size, isBold: false }
  const leading = size * bodyLeading
  const lines = wrapText(fonts, text, right - left, style).map((line) => ({ text: line, style }))
  const countLines = (top: number) => Math.floor((bodyBottom - top) / leading)
  const pages = [placeLines(fonts, lines.splice(0, countLines(bodyTop)), { x: left, y: bodyTop + size, leading })]
  while (lines.some((line) => line.text !== '')) {
    // A page does not begin with the gap between paragraphs.
    while (lines[0]?.text === '') lines.shift()
    const taken = lines.splice(0, countLines(nextPageTop))
    pages.push(placeLines(fonts, taken, { x: left, y: nextPageTop + size, leading }))
  }
  return pages
}
