import { appError } from '../errors.ts'

/** The most bytes that a page of a list has as JSON, whatever is stored. */
export const maxPageBytes = 2_000_000

const isPage = (body: unknown) => typeof body === 'object' && body !== null && 'items' in body && 'pageSize' in body

const inMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** An answer as JSON. VALIDATION for a page of a list that is too large: fewer rows of it can be asked for. */
export function jsonOf(body: unknown): string {
  const text = JSON.stringify(body)
  if (!isPage(body)) return text
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxPageBytes) return text
  const most = inMegabytes(maxPageBytes)
  const message = `This page would be ${inMegabytes(bytes)}, and ${most} is the most. Ask for fewer rows by \`limit\`.`
  throw appError('VALIDATION', message, { issues: [{ path: 'limit', message }] })
}
