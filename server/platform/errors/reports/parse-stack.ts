export type Frame = { name?: string; file: string; line: number; column: number }

const maxFrames = 30
const maxNameLength = 100
const maxFileLength = 200

/** `at name (file:1:2)`, `at async file:1:2`, and Firefox's and Safari's `name@file:1:2`. */
const framePatterns = [
  /^\s*at (?:async )?(?:(?<name>.+?) \()?(?<file>[^\s()]+):(?<line>\d{1,7}):(?<column>\d{1,7})\)?$/,
  /^(?<name>[^@]*)@(?<file>\S+):(?<line>\d{1,7}):(?<column>\d{1,7})$/,
]

/**
 * The calls of a stack, the innermost first. Everything else in its text, such as the message, is dropped, so that the
 * result holds nothing but names and places in code.
 */
export function parseStack(stack: string, root: string): Frame[] {
  const frames = stack.split('\n').flatMap((line) => parseFrame(line, root) ?? [])
  return frames.slice(0, maxFrames)
}

function parseFrame(text: string, root: string): Frame | undefined {
  const line = text.slice(0, 1_000)
  const parts = framePatterns.map((pattern) => pattern.exec(line)?.groups).find((groups) => groups !== undefined)
  if (!parts) return undefined
  const { name, file = '' } = parts
  return {
    ...(name && { name: name.slice(0, maxNameLength) }),
    file: toRelativeFile(file, root).slice(0, maxFileLength),
    line: Number(parts['line']),
    column: Number(parts['column']),
  }
}

/**
 * A path within the installation, or the path of a URL: neither the machine's folders nor a query. Of other schemes but
 * Node's own files only the scheme is kept: the rest may name an extension or a folder of the user.
 */
function toRelativeFile(file: string, root: string): string {
  const path = file.replace(/^file:\/\//, '')
  const at = path.lastIndexOf('/node_modules/')
  if (at >= 0) return path.slice(at + 1)
  if (path.startsWith(`${root}/`)) return path.slice(root.length + 1)
  const url = URL.canParse(path) ? new URL(path) : undefined
  if (!url) return path
  if (url.protocol === 'node:') return `${url.protocol}${url.pathname}`
  return /^https?:$/.test(url.protocol) ? url.pathname : url.protocol
}

export const formatStack = (frames: readonly Frame[]): string =>
  frames
    .map(({ name, file, line, column }) => {
      const place = `${file}:${line}:${column}`
      return name ? `at ${name} (${place})` : `at ${place}`
    })
    .join('\n')

/** Whether a frame is of this portal, and not of a library or the runtime. */
export const isOwnFrame = ({ file }: Frame) => /^(server|web|contract|\/assets)\//.test(file)
