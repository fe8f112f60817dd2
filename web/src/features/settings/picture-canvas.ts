import { picture } from '@dooryard/contract/limits'
import { type Part, pixelsOf, sizeTrouble } from './picture-rules.ts'

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

/** Draws the part of a picture that was chosen over the whole of a square canvas. */
export function drawPart(canvas: HTMLCanvasElement, image: HTMLImageElement, part: Part) {
  const { x, y, width, height } = pixelsOf(part, { width: image.naturalWidth, height: image.naturalHeight })
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.imageSmoothingQuality = 'high'
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** The part that was chosen as a file, no larger than what is kept. */
export function cutOut(image: HTMLImageElement, part: Part): Promise<Blob> {
  const { width } = pixelsOf(part, { width: image.naturalWidth, height: image.naturalHeight })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(picture.size, Math.round(width)))
  drawPart(canvas, image, part)
  return new Promise((resolve, reject) =>
    // A browser that cannot write WebP writes PNG instead.
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be cropped.'))),
      'image/webp',
      0.92,
    ),
  )
}
