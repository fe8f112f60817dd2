import { link, rm } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import { writeBaseMap } from '../../places/base-map/write/write-base-map.ts'
import { drawDemo } from './demo-features.ts'
import { type DemoMapTask, demoMap } from './demo-map.ts'

// What the thread was started with.
const { path, rows, maxZoom } = workerData as DemoMapTask
const draft = `${path}.demo`

try {
  await writeBaseMap(draft, drawDemo(rows), { ...demoMap, maxZoom })
  // Unlike a rename, a link never replaces the map that an administrator imported meanwhile.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
} finally {
  await rm(draft, { force: true })
}
