import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate as giveWay } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { SimpleFaker } from '@faker-js/faker'
import type { Services } from '../../../../platform/context.ts'
import { toCsvField } from '../../../../platform/files/content/cell-text.ts'
import { noLastSale } from './build-parcel.ts'
import { changeParcel } from './change-parcel.ts'
import type { CountyChanges } from './county-changes.ts'
import { headers, listCompanies, type Parcel, readParcels } from './parcels.queries.ts'

export type CountyFileOptions = {
  random: SimpleFaker
  /** The day of the file. It knows no later sale. */
  publishedOn: string
  /** The day of the file before, since which things have changed; a first file has the county as it is loaded. */
  since?: string
}

/** Writes the roll that the county of the demo publishes on a day, as compressed CSV. */
export async function writeCountyFile(
  { clickhouse }: Pick<Services, 'clickhouse'>,
  { random, publishedOn, since }: CountyFileOptions,
): Promise<Buffer> {
  const changes: CountyChanges | null =
    since === undefined ? null : { random, since, until: publishedOn, companies: await listCompanies(clickhouse) }
  async function* lines() {
    yield `${headers.join(',')}\n`
    for await (const parcels of readParcels(clickhouse)) {
      const published = changes ? parcels.flatMap((parcel) => changeParcel(changes, parcel)) : parcels
      yield published.map((parcel) => formatLine(toPublished(parcel, publishedOn))).join('')
      // The portal answers meanwhile.
      await giveWay()
    }
  }
  return pipeline(lines, createGzip(), (compressed) => buffer(compressed))
}

function toPublished(parcel: Parcel, publishedOn: string): Parcel {
  const dated = { ...parcel, value_date: publishedOn }
  if ((parcel.last_sale_date ?? '') <= publishedOn) return dated
  return { ...dated, ...noLastSale }
}

function formatLine(parcel: Parcel): string {
  const cells: Readonly<Record<string, unknown>> = parcel
  return `${headers.map((header) => toCsvField(String(cells[header] ?? ''))).join(',')}\n`
}
