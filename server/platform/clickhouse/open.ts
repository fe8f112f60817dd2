import type { ClickHouse } from './client.ts'
import { openEmbeddedClickHouse } from './embedded.ts'
import { openRemoteClickHouse } from './remote.ts'

export type ClickHousePlace = { url: string } | { folder: string }

/** The caller closes it. */
export const openClickHouse = async (place: ClickHousePlace): Promise<ClickHouse> =>
  'url' in place ? openRemoteClickHouse(place.url) : openEmbeddedClickHouse(place.folder)
