import { pictureLimits } from '@dooryard/contract/api/limits'
import sharp from 'sharp'
import { appError } from '../../../platform/errors/app-error.ts'
import { createSemaphore } from '../../../platform/util/semaphore.ts'

// Blocks the decoders of every other format, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One thread per picture, and no cache.
sharp.concurrency(1)
sharp.cache(false)

const decodeTimeoutSeconds = 10

// One at a time: the largest take 200 MB to decode.
const limiter = createSemaphore(
  { size: 1, heavy: 0, waiting: 100 },
  'Too many pictures are being uploaded. Please try again in a moment.',
)

/**
 * Returns a square WebP without metadata. UNPROCESSABLE for other formats, too many pixels and damaged files;
 * UNAVAILABLE.
 */
export const cropToSquare = (bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array> =>
  limiter.pass({ signal, seconds: 30 }, () => decodeAndCrop(bytes))

async function decodeAndCrop(bytes: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await readMetadata(bytes)
  if (width * height > pictureLimits.maxPixels)
    throw pictureError(`The picture is larger than ${pictureLimits.maxPixels / 1_000_000} megapixels.`)
  return sharp(bytes, { limitInputPixels: pictureLimits.maxPixels, failOn: 'warning', autoOrient: true })
    .resize(pictureLimits.size, pictureLimits.size, { fit: 'cover' })
    .webp()
    .timeout({ seconds: decodeTimeoutSeconds })
    .toBuffer()
    .catch(() => {
      throw pictureError('The picture cannot be read to its end. Please choose another.')
    })
}

async function readMetadata(bytes: Uint8Array) {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch {
    throw pictureError('Please choose a JPEG, PNG or WebP picture.')
  }
}

const pictureError = (message: string) => appError('UNPROCESSABLE', message)
