import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildZip } from '../../../../../../platform/files/content/zip.fixture.ts'
import { writeLayers } from '../../../../../../platform/files/tables/geometry/layer-files.fixture.ts'

/** Writes a zipped shapefile in degrees of NAD 83, as TIGER/Line has them, with made-up features. Returns its path. */
export async function writeTigerFile(
  folder: string,
  name: string,
  features: readonly { properties: object; geometry: object }[],
): Promise<string> {
  const own = await mkdtemp(join(folder, 'tiger-'))
  const source = join(own, 'source.geojson')
  const list = features.map((feature) => ({ type: 'Feature', ...feature }))
  await writeFile(source, JSON.stringify({ type: 'FeatureCollection', features: list }))
  writeLayers(own, source, [{ name, driver: 'ESRI Shapefile', options: ['-a_srs', 'EPSG:4269', '-nln', name] }])
  const names = (await readdir(own)).filter((file) => file.startsWith(name))
  const entries = names.map(async (file) => [file, await readFile(join(own, file))] as const)
  const path = join(folder, `${name}.zip`)
  await writeFile(path, buildZip(Object.fromEntries(await Promise.all(entries)), { isDeflated: true }))
  return path
}
