import { picture } from '@dooryard/contract/limits'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Parts of a picture in percent of its sides, as the crop dialog has them. */
export type Part = { x: number; y: number; width: number; height: number }

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

/** In pixels: what is narrower leaves no room for a square with corners to pull. */
const shortestSide = 64

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

/** The square in the middle of a picture, a little smaller than what would fit. */
export function middleSquare({ width, height }: Size): Part {
  const side = Math.min(width, height) * 0.9
  const share = { width: (side / width) * 100, height: (side / height) * 100 }
  return { ...share, x: (100 - share.width) / 2, y: (100 - share.height) / 2 }
}

/** The pixels that a part stands for. */
export const pixelsOf = (part: Part, { width, height }: Size) => ({
  x: (part.x / 100) * width,
  y: (part.y / 100) * height,
  width: (part.width / 100) * width,
  height: (part.height / 100) * height,
})
