import type { LetterPage, PageText } from '@dooryard/contract/leads/letter-templates'
import type { FontMeasure } from '../../../../../platform/files/pdf/placed-pages.ts'

export type TextStyle = { size: number; isBold: boolean }

/** Breaks a text into lines of at most `width`; a word that is longer is cut. Empty lines stay. */
export function wrapText(fonts: FontMeasure, text: string, width: number, style: TextStyle): string[] {
  return text.split('\n').flatMap((line) => wrapLine(fonts, line, width, style))
}

function wrapLine(fonts: FontMeasure, line: string, width: number, style: TextStyle): string[] {
  const lines: string[] = []
  const blank = fonts.getWidth(' ', style)
  let current = { text: '', width: 0 }
  for (const word of line.split(' ').flatMap((one) => cutWord(fonts, one, width, style))) {
    const longer = current.width + blank + word.width
    if (current.text === '') current = word
    else if (longer > width) {
      lines.push(current.text)
      current = word
    } else current = { text: `${current.text} ${word.text}`, width: longer }
  }
  return [...lines, current.text]
}

type MeasuredText = { text: string; width: number }

function cutWord(fonts: FontMeasure, word: string, width: number, style: TextStyle): MeasuredText[] {
  const whole = { text: word, width: fonts.getWidth(word, style) }
  if (whole.width <= width) return [whole]
  const pieces: MeasuredText[] = []
  let piece = { text: '', width: 0 }
  for (const letter of word) {
    // Measured by the letter: to lay out every longer piece of a long word would take seconds.
    const letterWidth = fonts.getWidth(letter, style)
    if (piece.text !== '' && piece.width + letterWidth > width) {
      pieces.push(piece)
      piece = { text: '', width: 0 }
    }
    piece = { text: piece.text + letter, width: piece.width + letterWidth }
  }
  return [...pieces, piece]
}

/** The largest of the sizes at which something fits; the last one if it does not fit at all. */
export function chooseSize<Layout>(
  sizes: readonly number[],
  layOut: (size: number) => Layout,
  fits: (layout: Layout) => boolean,
): Layout & object {
  let layout: Layout | undefined
  for (const size of sizes) {
    layout = layOut(size)
    if (fits(layout)) break
  }
  if (!layout) throw new Error('There are no sizes to choose from.')
  return layout
}

export type Line = { text: string; style: TextStyle }

/** Places lines below each other; the first has its baseline at `y`. Empty lines take their place. */
export function placeLines(
  fonts: FontMeasure,
  lines: readonly Line[],
  { x, y, leading }: { x: number; y: number; leading: number },
): PageText[] {
  return lines.flatMap(({ text, style }, at) =>
    text === '' ? [] : [{ ...{ text, x, y: y + at * leading }, ...style, width: fonts.getWidth(text, style) }],
  )
}

type Room = { x: number; y: number; width: number; height: number }

/** The part of the size that capitals rise above the baseline, and that letters hang below it. */
export const capHeight = 0.73
const descent = 0.22

/**
 * Places an address in the middle of its room, as large as fits. Only the first line, the addressee, goes over two
 * lines; what is too long even at the smallest size is cut.
 */
export function placeAddress(fonts: FontMeasure, lines: readonly string[], room: Room, largest = 10): PageText[] {
  const [addressee = '', ...rest] = lines
  const sizes = Array.from({ length: (largest - 6) * 2 + 1 }, (_, step) => largest - step / 2)
  const { size, wrapped } = chooseSize(
    sizes,
    (size) => ({ size, wrapped: [...wrapText(fonts, addressee, room.width, plain(size)), ...rest] }),
    ({ size, wrapped }) =>
      wrapped.length <= rest.length + 2 &&
      getBlockHeight(size, wrapped.length) <= room.height &&
      rest.every((line) => fonts.getWidth(line, plain(size)) <= room.width),
  )
  const shown = wrapped.map((text) => ({ text: cutLine(fonts, text, room.width, plain(size)), style: plain(size) }))
  const top = room.y + (room.height - getBlockHeight(size, shown.length)) / 2
  return placeLines(fonts, shown, { x: room.x, y: top + size * capHeight, leading: size * addressLeading })
}

const addressLeading = 1.2
const plain = (size: number): TextStyle => ({ size, isBold: false })
const getBlockHeight = (size: number, lines: number) =>
  (lines - 1) * size * addressLeading + size * (capHeight + descent)

function cutLine(fonts: FontMeasure, text: string, width: number, style: TextStyle): string {
  if (fonts.getWidth(text, style) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && fonts.getWidth(`${letters.join('')}…`, style) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

export const emptyPage = ({ width, height }: Pick<LetterPage, 'width' | 'height'>): LetterPage => ({
  ...{ width, height },
  texts: [],
  boxes: [],
})
