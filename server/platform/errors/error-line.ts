import { redactSecrets } from '@dooryard/contract/api/redact'

const maxLength = 200
/** A driver may put a whole statement into its message. */
const maxReadLength = 2_000

/** Returns the first line, shortened and with secrets redacted. */
export function formatErrorLine(text: string): string {
  const [first = ''] = text
    .trim()
    .slice(0, maxReadLength)
    .split(/\r\n|\r|\n/)
  const line = redactSecrets(first)
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).trimEnd()}…` : line
}
