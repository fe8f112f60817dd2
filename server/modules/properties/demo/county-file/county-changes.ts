import type { SimpleFaker } from '@faker-js/faker'
import type { listCompanies } from './parcels.queries.ts'

/** What is known of the time between two files of a county. */
export type CountyChanges = {
  random: SimpleFaker
  /** The days of the file before and of this one. */
  since: string
  until: string
  companies: Awaited<ReturnType<typeof listCompanies>>
}
