import { picture } from '@dooryard/contract/limits'
import sharp from 'sharp'
import { appError } from '../../platform/errors.ts'
import { turnstile } from '../../platform/turnstile.ts'

// The decoders of every other format stay shut, whatever a file says of itself.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One thread for a picture, and nothing of it kept.
sharp.concurrency(1)
sharp.cache(false)

const decodeSeconds = 10

// One at a time: the largest take 200 MB to decode.
const turns = turnstile(
  { size: 1, heavy: 0, waiting: 100 },
  'Too many pictures are being uploaded. Please try again in a moment.',
)

/** A square WebP without metadata. UNPROCESSABLE for other formats, too many pixels and damaged files; UNAVAILABLE. */
export const squarePicture = (bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array> =>
  turns.pass({ signal, seconds: 30 }, () => squared(bytes))

async function squared(bytes: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await headerOf(bytes)
  if (width * height > picture.maxPixels)
    throw refusal(`The picture is larger than ${picture.maxPixels / 1_000_000} megapixels.`)
  return sharp(bytes, { limitInputPixels: picture.maxPixels, failOn: 'warning', autoOrient: true })
    .resize(picture.size, picture.size, { fit: 'cover' })
    .webp()
    .timeout({ seconds: decodeSeconds })
    .toBuffer()
    .catch(() => {
      throw refusal('The picture cannot be read to its end. Please choose another.')
    })
}

async function headerOf(bytes: Uint8Array) {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch {
    throw refusal('Please choose a JPEG, PNG or WebP picture.')
  }
}

const refusal = (message: string) => appError('UNPROCESSABLE', message)
