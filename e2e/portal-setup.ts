import type { TestProject } from 'vitest/node'
import { useRunFolder } from '../server/test/stores/run-folder.ts'
import { copyFolder, newDataFolder, removeDataFolder, startPortal } from './support/portal-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URLs of the portals of the browser tests: one for each file that runs concurrently. */
    portalUrls: string[]
    /** The data folder of each portal. */
    portalFolders: string[]
    /** The data folder of a portal with demo data, which no portal uses: for copies. */
    demoFolder: string
  }
}

/** Starts portals with demo data, so that parallel files do not see each other's users. */
export async function setup(project: TestProject) {
  useRunFolder()
  const demoFolder = await createDemoFolder()
  const folders = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => copyFolder(demoFolder)))
  const portals = await Promise.all(folders.map(startDemoPortal))
  project.provide(
    'portalUrls',
    portals.map(({ url }) => url),
  )
  project.provide('portalFolders', folders)
  project.provide('demoFolder', demoFolder)
  return async () => {
    await Promise.all(portals.map(({ kill }) => kill('SIGTERM')))
    await Promise.all([demoFolder, ...folders].map(removeDataFolder))
  }
}

// Registrations of tests use individual client addresses, because one address may register only a limited number.
const startDemoPortal = (folder: string) => startPortal(folder, { TRUSTED_PROXIES: '127.0.0.1,::1' })

/** Creates the demo data, once: copying it takes a small part of the time. */
async function createDemoFolder(): Promise<string> {
  const folder = await newDataFolder()
  await (await startDemoPortal(folder)).kill('SIGTERM')
  return folder
}
