import { pictureLimits } from '@dooryard/contract/api/limits'
import { getSizeError, type Square } from './picture-rules.ts'

/** Loads a picture file; throws a readable error if it is invalid, too large or too small. */
export async function loadPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode().catch(() => {
    throw new Error('This file could not be opened as a picture.')
  })
  const error = getSizeError({ width: image.naturalWidth, height: image.naturalHeight })
  if (error) throw new Error(error)
  return image
}

/** Draws a square of a picture onto a square canvas. */
export function drawSquare(canvas: HTMLCanvasElement, image: HTMLImageElement, { x, y, side }: Square) {
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

/** Crops a picture to a square file, scaled down to the stored size. */
export function cropPicture(image: HTMLImageElement, square: Square): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(pictureLimits.size, Math.round(square.side)))
  drawSquare(canvas, image, square)
  return new Promise((resolve, reject) =>
    // A browser that cannot write WebP writes PNG instead.
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be cropped.'))),
      'image/webp',
      0.92,
    ),
  )
}
