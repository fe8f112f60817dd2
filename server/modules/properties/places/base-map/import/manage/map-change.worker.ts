import { parentPort, workerData } from 'node:worker_threads'
import { isAppError } from '../../../../../../platform/errors/app-error.ts'
import { getCountyName } from '../../../county-names.ts'
import { getCountyState } from '../../../states.ts'
import { importMap } from '../import-map.ts'
import { removeMapParts } from '../parts/map-parts.ts'
import type { MapChange, MapChangeMessage } from './change-map.ts'

// What the thread was started with.
const change = workerData as MapChange
const post = (message: MapChangeMessage) => parentPort?.postMessage(message)

try {
  if (change.kind === 'REMOVE') {
    const { dataDir, maxWaitMs } = change
    const isRemoved = (name: string) => name === change.name
    post({ kind: 'REMOVED', names: await removeMapParts(dataDir, { isRemoved, maxWaitMs }) })
  } else {
    const { dataDir, path } = change
    const onProgress = (_: string, progress: { rows: number; share: number }) => post({ kind: 'PROGRESS', ...progress })
    const parts = await importMap({ dataDir, paths: [path], getCountyName, getCountyState, onProgress })
    post({ kind: 'IMPORTED', parts })
  }
} catch (error) {
  if (!isAppError(error)) throw error
  // An error that crosses to another thread loses its class.
  post({ kind: 'REFUSED', code: error.code, message: error.message })
}
