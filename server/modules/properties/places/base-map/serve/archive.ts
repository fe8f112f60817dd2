/** The bytes that a caller asks for: from a start to an end, which is included, or the last ones of the file. */
export type ByteRange = { start: number; end?: number } | { last: number }

/** A base map as it is at one moment: its bytes are those of its entity tag, even if the file is replaced meanwhile. */
export type OpenArchive = {
  /** A strong entity tag, in quotation marks. */
  etag: string
  size: number
  /** The bytes from a start to an end, which is included. Closes the archive at the end. */
  read: (start: number, end: number) => ReadableStream<Uint8Array>
  /** For an archive that is not read. */
  close: () => Promise<void>
}

/** Opens the base map, of which the bytes of a range will be read; null where there is none at present. */
export type ArchiveSource = (wanted?: ByteRange) => Promise<OpenArchive | null>

/** Reads a Range header (RFC 9110, 14.2). Undefined for one that is to be ignored, as several ranges may be. */
export function parseRange(header: string | undefined): ByteRange | undefined {
  const [, start = '', end = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (start === '') return end === '' ? undefined : { last: Number(end) }
  if (end === '') return { start: Number(start) }
  return Number(end) < Number(start) ? undefined : { start: Number(start), end: Number(end) }
}

/** The first and last byte of a range in a file; null where the file has none of its bytes. */
export function fitRange(range: ByteRange, size: number): { start: number; end: number } | null {
  const start = 'last' in range ? Math.max(size - range.last, 0) : range.start
  const end = 'last' in range ? size - 1 : Math.min(range.end ?? size - 1, size - 1)
  return start > end ? null : { start, end }
}
