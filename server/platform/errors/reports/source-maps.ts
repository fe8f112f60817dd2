import { access, readFile } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join, posix } from 'node:path'
import { parseJson } from '../../util/json.ts'
import { createMinuteLimit } from './minute-limit.ts'
import type { Frame } from './parse-stack.ts'

/** Parsed maps take some megabytes each. */
const maxKeptMaps = 4
/** A stack of a browser names few files; parsing a map takes tens of milliseconds. */
const maxMapsPerStack = 4
/** Anyone can report a stack, and parsing a map keeps the process from everything else. */
export const maxMapsPerMinute = 12

/** Where the source files of the web client are, relative to the root, as seen from its built files. */
const builtFolder = 'web/dist/assets'

export type SourceMaps = { toSourceFrames: (frames: readonly Frame[]) => Promise<Frame[]> }

/**
 * Finds source positions by the maps of the last build. Files of other builds keep their built positions, and so do
 * those whose maps would be more than are read in a minute.
 */
export function createSourceMaps(folder: string): SourceMaps {
  const kept = new Map<string, SourceMap>()
  const admitReading = createMinuteLimit(maxMapsPerMinute)

  const findMap = async (file: string): Promise<SourceMap | undefined> => {
    const path = join(folder, `${file}.map`)
    const map = kept.get(file) ?? ((await hasFile(path)) && admitReading(Date.now()) ? await readMap(path) : undefined)
    if (!map) return undefined
    // The most recently used is last.
    kept.delete(file)
    kept.set(file, map)
    const [oldest] = kept.keys()
    if (kept.size > maxKeptMaps && oldest !== undefined) kept.delete(oldest)
    return map
  }

  return {
    toSourceFrames: async (frames) => {
      const names = [...new Set(frames.flatMap((frame) => getAssetName(frame) ?? []))].slice(0, maxMapsPerStack)
      const maps = new Map<string, SourceMap | undefined>()
      for (const name of names) maps.set(name, await findMap(name))
      return frames.map((frame) => toSourceFrame(frame, maps.get(getAssetName(frame) ?? '')))
    },
  }
}

const getAssetName = ({ file }: Frame) => /^\/assets\/([\w.-]+\.js)$/.exec(file)?.[1]

const hasFile = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

async function readMap(path: string): Promise<SourceMap | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  // Written by our own build.
  const payload = parseJson(text) as SourceMapPayload | undefined
  return payload && new SourceMap(payload)
}

function toSourceFrame(frame: Frame, map: SourceMap | undefined): Frame {
  const entry = map?.findEntry(frame.line - 1, frame.column - 1)
  if (!entry || !('originalSource' in entry) || !entry.originalSource) return frame
  const path = posix.join(builtFolder, entry.originalSource)
  const at = path.lastIndexOf('node_modules/')
  const file = at >= 0 ? path.slice(at) : path
  return { ...frame, file, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
}
