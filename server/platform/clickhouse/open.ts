import type { ClickHouse } from './client.ts'
import { openEmbeddedClickHouse } from './embedded.ts'
import { openRemoteClickHouse } from './remote.ts'

/** Where the property store is: a server by URL, or a folder of this process alone. */
export type ClickHousePlace = { url: string } | { folder: string }

/** Opens the property store; a server is first asked when it is first used. The caller closes it. */
export const openClickHouse = async (place: ClickHousePlace): Promise<ClickHouse> =>
  'url' in place ? openRemoteClickHouse(place.url) : openEmbeddedClickHouse(place.folder)
