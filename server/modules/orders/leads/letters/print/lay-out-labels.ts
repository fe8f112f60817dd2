import type { LetterPage } from '@dooryard/contract/leads/letter-templates'
import type { FontMeasure } from '../../../../../platform/files/pdf/placed-pages.ts'
import { emptyPage, placeAddress } from './fit-text.ts'

const inch = 72

/** Avery 5160, as its maker publishes it: 3 × 10 labels of 2.625 × 1 in on a US Letter sheet. */
export const avery5160 = {
  ...{ columns: 3, rows: 10, top: 0.5 * inch, left: 0.1875 * inch },
  ...{ width: 2.625 * inch, height: inch, columnStep: 2.75 * inch },
} as const
export const labelsPerSheet = avery5160.columns * avery5160.rows

/** Printers feed sheets a little off, so that the texts keep away from the edges of the labels. */
const padding = { x: 0.15 * inch, y: 0.1 * inch }

/** A sheet of up to 30 labels, row by row. */
export function layOutLabels(fonts: FontMeasure, addresses: readonly (readonly string[])[]): LetterPage {
  const { columns, top, left, width, height, columnStep } = avery5160
  const texts = addresses.flatMap((address, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    const room = {
      ...{ x: left + column * columnStep + padding.x, width: width - 2 * padding.x },
      ...{ y: top + row * height + padding.y, height: height - 2 * padding.y },
    }
    return placeAddress(fonts, address, room)
  })
  return { ...emptyPage({ width: 8.5 * inch, height: 11 * inch }), texts }
}
