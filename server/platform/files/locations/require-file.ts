import { hourMs, minuteMs } from '@dooryard/contract/api/time'
import { appError, isAppError } from '../../errors/app-error.ts'
import { unprocessable } from '../content/input-file.ts'

/** How long a download may take, so that a slow server does not hold up the datasets that wait behind it. */
export type DownloadLimits = {
  /** For all of it, redirects included. */
  deadlineMs: number
  /** From its first byte until its average rate counts. */
  graceMs: number
  minBytesPerSecond: number
}

export const defaultLimits: DownloadLimits = { deadlineMs: 2 * hourMs, graceMs: minuteMs, minBytesPerSecond: 10_000 }

type Download = {
  host: string
  maxFileBytes: number
  limits: DownloadLimits
  /** Aborts at it. */
  deadline: AbortSignal
}

/** A problem that may pass. */
export const temporary = (sentence: string) => appError('UNAVAILABLE', sentence)

/**
 * Passes on a file's bytes. Fails for a web page, an empty answer, and one that ends early, is too large or too slow.
 */
export async function* requireFile(
  body: AsyncIterable<Buffer>,
  { host, maxFileBytes, limits, deadline }: Download,
): AsyncGenerator<Buffer> {
  let bytes = 0
  const startedAt = performance.now()
  try {
    for await (const piece of body) {
      if (bytes === 0 && isWebPage(piece))
        throw unprocessable(`${host} sent a web page instead of a file. Give the address of the download itself.`)
      bytes += piece.length
      if (bytes > maxFileBytes) throw unprocessable(`The file of ${host} is larger than an import may be.`)
      const ms = performance.now() - startedAt
      if (ms > limits.graceMs && (bytes / ms) * 1000 < limits.minBytesPerSecond)
        throw temporary(`${host} sends the file too slowly. Try again later.`)
      yield piece
    }
  } catch (error) {
    // Not tried again at once: other datasets wait.
    if (deadline.aborted) throw unprocessable(`${host} did not send the whole file in time, so nothing was changed.`)
    throw isAppError(error) ? error : temporary(`The download from ${host} broke off. Try again later.`)
  }
  if (bytes === 0) throw unprocessable(`${host} sent an empty file.`)
}

const sniffedBytes = 2048

/** Whether the first tag, after white space and comments, is one of a web page. Each character is looked at once. */
function isWebPage(start: Buffer): boolean {
  let rest = start.subarray(0, sniffedBytes).toString().trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    // A file that begins with a comment of this length is judged by its readers.
    if (end < 0) return false
    rest = rest.slice(end + 3).trimStart()
  }
  return /^<(!doctype html|html|head|body)\b/i.test(rest)
}
