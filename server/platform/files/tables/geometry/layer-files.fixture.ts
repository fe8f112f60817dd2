import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** A made-up parcel: outlines in feet of New Hampshire's state plane (EPSG:3437), as rings of x and y. */
export type ParcelShape = { properties: Record<string, unknown>; rings: [number, number][][] | null }

export const square = (x: number, y: number, side: number): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
]

export const toGeoJson = (parcels: readonly ParcelShape[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: parcels.map(({ properties, rings }) => ({
      type: 'Feature',
      properties,
      geometry: rings && { type: 'Polygon', coordinates: rings },
    })),
  })

const program = createRequire(import.meta.url).resolve('gdal3.js/node.js')

/**
 * Writes files with GDAL, of a GeoJSON file whose coordinates are feet of the state plane. Each is named by its path
 * within the folder, without ending, and the driver's name.
 */
export function writeLayers(
  folder: string,
  source: string,
  outputs: { name: string; driver: string; options?: string[] }[],
): void {
  const script = `
    process.chdir('/')
    const [program, folder, source, outputs] = JSON.parse(process.argv[1])
    const init = require(program)
    init({ path: ${JSON.stringify(`${dirname(program)}/dist/package`)}, dest: folder, useWorker: false }).then(async (gdal) => {
      const { datasets: [dataset] } = await gdal.open(source)
      for (const { name, driver, options = [] } of outputs)
        await gdal.ogr2ogr(dataset, ['-f', driver, '-a_srs', 'EPSG:3437', '-nln', 'parcels', ...options], name)
    })`
  execFileSync(process.execPath, ['-e', script, JSON.stringify([program, folder, source, outputs])], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
}
