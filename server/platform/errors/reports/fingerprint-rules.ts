import { createHash } from 'node:crypto'
import type { ErrorLayer } from '@dooryard/contract/admin/error-reports'
import { type Frame, isOwnFrame } from './parse-stack.ts'

type ErrorFacts = { layer: ErrorLayer; name: string; message: string; frames: readonly Frame[] }

/** The innermost calls decide: what called them differs from screen to screen. */
const comparedFrames = 3

/**
 * Equal for occurrences of one error. Lines, columns and numbers in the message are left out, because they differ
 * between releases and between calls; so are the short names of functions in a minified file.
 */
export function getFingerprint({ layer, name, message, frames }: ErrorFacts): string {
  const places = frames.filter(isOwnFrame).slice(0, comparedFrames).map(toStablePlace)
  const facts = JSON.stringify([layer, name, normalizeMessage(message), places])
  return createHash('sha256').update(facts).digest('hex').slice(0, 32)
}

/**
 * The hash at the end of a built file's name, which is all of the name of a part that screens share. Without source
 * maps, such parts are therefore one place, and errors in them differ by layer, name and message alone.
 */
const assetHash = /(?<=^\/assets\/)(?:(.*)-)?[\w-]{7,8}(?=\.\w+$)/

const toStablePlace = ({ name, file }: Frame) =>
  file.startsWith('server/') ? `${file} ${name ?? ''}` : file.replace(assetHash, '$1')

const normalizeMessage = (message: string) =>
  message
    .replace(/(["'`])([^"'`]*)\1/g, (quoted, _, text: string) =>
      /^[A-Za-z_$][\w$]{0,39}$/.test(text) ? quoted : "'…'",
    )
    .replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '…')
    .replace(/\d+/g, '#')
