import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addMapParts, getPartsFolder } from '../../places/base-map/import/parts/map-parts.ts'
import { removeDemoMap, startDemoMap } from './demo-map.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-demo-map-'))
  path = join(folder, 'base-map.pmtiles')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the map of the demo is drawn once, and removed', async () => {
  await (await startDemoMap(path, 300, 9))?.done
  expect(await readdir(folder)).toEqual(['base-map.pmtiles'])
  expect(await startDemoMap(path, 300, 9)).toBeNull()
  const imported = join(folder, 'vellmore.pmtiles')
  await copyFile(path, imported)
  await removeDemoMap(path)
  expect(await readdir(folder)).toEqual(['vellmore.pmtiles'])
  await copyFile(imported, path)
  await addMapParts(folder, [imported])
  await removeDemoMap(path)
  expect(await readdir(getPartsFolder(folder))).toEqual(['vellmore.pmtiles'])
})

test('a map that appears while the one of the demo is drawn stays', async () => {
  const drawing = await startDemoMap(path, 300, 9)
  await writeFile(path, 'an imported map')
  await drawing?.done
  await removeDemoMap(path)
  expect(await readdir(folder)).toEqual(['base-map.pmtiles'])
})
