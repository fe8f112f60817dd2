import { join } from 'node:path'
import type { About } from '@dooryard/contract/about'
import { minuteMs } from '@dooryard/contract/api/time'
import type { Services } from '../../../../../platform/context.ts'
import type { ArchiveSource } from './archive.ts'
import { createDescriber } from './describe-archive.ts'
import { fileArchive } from './file-archive.ts'
import { remoteArchive } from './remote-archive.ts'

export type BaseMap = {
  source: ArchiveSource
  /** The bytes that one request may have; the whole file is then refused. */
  maxBytes: number
  /** What maps show at present; null without a base map, or while another server does not say. */
  describe: () => Promise<About['baseMap']>
}

/** Where the portal looks for a base map by itself, and where the generated and imported ones are written. */
export const getBaseMapFile = (dataDir: string) => join(dataDir, 'base-map.pmtiles')

/** The data folder where imports write the map that is shown; null where the portal is set to another map. */
export const getImportFolder = (config: { dataDir: string; baseMap?: string; mapStyleUrl?: string }): string | null =>
  config.baseMap || config.mapStyleUrl ? null : config.dataDir

const megabyte = 1024 * 1024
/** Another server is asked for tiles and directories, which are far smaller, and not for its whole file. */
const maxRemoteBytes = 8 * megabyte

/** The base map that BASEMAP names, or the file of the data folder. It may appear, be replaced or go at any time. */
export function openBaseMap(
  { dataDir, baseMap }: { dataDir: string; baseMap?: string | undefined },
  { log, clock }: Pick<Services, 'log' | 'clock'>,
): BaseMap {
  if (baseMap && /^(https?|s3):/.test(baseMap)) {
    const source = remoteArchive(baseMap, clock.now)
    return { source, maxBytes: maxRemoteBytes, describe: withLastAnswer(createDescriber({ source, log }), log) }
  }
  const source = fileArchive(baseMap ? join(dataDir, baseMap) : getBaseMapFile(dataDir))
  const describe = createDescriber({ source, log })
  return { source, maxBytes: Number.POSITIVE_INFINITY, describe: () => describe().catch(warnUnread(log)) }
}

const warnUnread = (log: Pick<Services['log'], 'warn'>) => (error: unknown) => {
  log.warn({ err: error }, 'The base map could not be read from its file.')
  return null
}

const maxWaitMs = 2000

/**
 * Answers with what is known, which is renewed each minute: every page asks, and none may wait long for another
 * server.
 */
function withLastAnswer(describe: BaseMap['describe'], log: Pick<Services['log'], 'warn'>): BaseMap['describe'] {
  let last: { at: number; info: Promise<About['baseMap']> } | undefined
  let answer: About['baseMap'] = null
  const ask = async () => {
    try {
      answer = await describe()
    } catch (error) {
      log.warn({ err: error }, 'The base map could not be read from its server.')
    }
    return answer
  }
  return async () => {
    const now = performance.now()
    if (!last || now - last.at > minuteMs) last = { at: now, info: ask() }
    if (answer) return answer
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), maxWaitMs)
    })
    return Promise.race([last.info, timeout]).finally(() => clearTimeout(timer))
  }
}
