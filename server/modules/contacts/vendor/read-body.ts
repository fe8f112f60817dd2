import { VendorError } from '../contact-vendor.ts'

const maxBytes = 5 * 1024 * 1024

/** Reads an answer, and stops where it is larger than any can be. */
export async function readBody(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > maxBytes) throw new VendorError('Its answer is larger than 5 MB.', { wasProcessed: true })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
