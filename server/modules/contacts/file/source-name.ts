import { createHash } from 'node:crypto'

/**
 * What a file of contacts is called in the stores: in small letters, digits and dashes, and the same for the same name
 * whatever its capitals. The end of it keeps names apart that differ by signs alone.
 */
export function sourceOf(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '')
  const mark = createHash('sha256').update(plain).digest('hex').slice(0, 8)
  return slug === '' ? mark : `${slug}-${mark}`
}
