import { picture } from '@dooryard/contract/limits'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/** A square part of a picture, in its pixels. */
export type Square = { x: number; y: number; side: number }

type Size = { width: number; height: number }

/** Why a file cannot be a profile picture, as far as that shows before it is opened. */
export function fileTrouble({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!pictureTypes.includes(type)) return 'Choose a JPEG, PNG or WebP picture.'
  if (size > picture.maxBytes) {
    const megabytes = Math.ceil((size / 1024 / 1024) * 10) / 10
    return `This file has ${megabytes} MB, and the most that is taken is ${picture.maxBytes / 1024 / 1024} MB.`
  }
  return undefined
}

/** In pixels: what is narrower leaves no room for a choice. */
export const shortestSide = 64

/** Why a picture is too large or too small once it is open. */
export function sizeTrouble({ width, height }: Size): string | undefined {
  if (width * height > picture.maxPixels) {
    const megapixels = Math.ceil((width * height) / 1e6)
    return `This picture has ${megapixels} megapixels, and the most that is taken is ${picture.maxPixels / 1e6}.`
  }
  if (Math.min(width, height) < shortestSide)
    return `This picture is ${width} by ${height} pixels, and each side must have at least ${shortestSide}.`
  return undefined
}

/** The square of a length that is nearest to a point and lies inside of a picture. */
export function placeSquare({ width, height }: Size, side: number, middle: { x: number; y: number }): Square {
  const within = (start: number, most: number) => Math.min(Math.max(start, 0), most)
  return { side, x: within(middle.x - side / 2, width - side), y: within(middle.y - side / 2, height - side) }
}

/** The square in the middle of a picture, a little smaller than what would fit. */
export const middleSquare = (size: Size): Square =>
  placeSquare(size, Math.max(shortestSide, Math.min(size.width, size.height) * 0.9), {
    x: size.width / 2,
    y: size.height / 2,
  })
