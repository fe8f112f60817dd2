import { pictureLimits } from '@dooryard/contract/api/limits'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/** A square of a picture, in its pixels. */
export type Square = { x: number; y: number; side: number }

type Size = { width: number; height: number }

/** Why a file cannot be a profile picture, as far as known before loading it. */
export function getFileError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!pictureTypes.includes(type)) return 'Choose a JPEG, PNG or WebP picture.'
  if (size > pictureLimits.maxBytes) {
    const megabytes = Math.ceil((size / 1024 / 1024) * 10) / 10
    return `This file is ${megabytes} MB. The maximum is ${pictureLimits.maxBytes / 1024 / 1024} MB.`
  }
  return undefined
}

/** In pixels; anything narrower leaves nothing to crop. */
export const minSide = 64

/** Why a loaded picture is too large or too small. */
export function getSizeError({ width, height }: Size): string | undefined {
  if (width * height > pictureLimits.maxPixels) {
    const megapixels = Math.ceil((width * height) / 1e6)
    return `This picture has ${megapixels} megapixels. The maximum is ${pictureLimits.maxPixels / 1e6}.`
  }
  if (Math.min(width, height) < minSide)
    return `This picture is ${width} by ${height} pixels. Each side needs at least ${minSide}.`
  return undefined
}

/** The square with this side nearest to a point that lies inside the picture. */
export function clampSquare({ width, height }: Size, side: number, center: { x: number; y: number }): Square {
  const clamp = (start: number, max: number) => Math.min(Math.max(start, 0), max)
  return { side, x: clamp(center.x - side / 2, width - side), y: clamp(center.y - side / 2, height - side) }
}

/** A square at the center of a picture, slightly smaller than fits. */
export const getCenteredSquare = (size: Size): Square =>
  clampSquare(size, Math.max(minSide, Math.min(size.width, size.height) * 0.9), {
    x: size.width / 2,
    y: size.height / 2,
  })
