import { picture } from '@dooryard/contract/limits'
import { type Square, sizeTrouble } from './picture-rules.ts'

/** Opens a picture file; throws what a user can read when it is none, too large or too small. */
export async function openPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode().catch(() => {
    throw new Error('This file could not be opened as a picture.')
  })
  const trouble = sizeTrouble({ width: image.naturalWidth, height: image.naturalHeight })
  if (trouble) throw new Error(trouble)
  return image
}

/** Draws a square of a picture over the whole of a square canvas. */
export function drawSquare(canvas: HTMLCanvasElement, image: HTMLImageElement, { x, y, side }: Square) {
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.imageSmoothingQuality = 'high'
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

/** A square of a picture as a file, no larger than what is kept. */
export function cutOut(image: HTMLImageElement, square: Square): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(picture.size, Math.round(square.side)))
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
