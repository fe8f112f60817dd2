import { dayMs, hourMs, minuteMs } from '@dooryard/contract/api/time'
import { rolls } from '@dooryard/contract/data/rolls'
import { sources } from '@dooryard/contract/data/sources/sources'
import { SimpleFaker } from '@faker-js/faker'
import { demoCountyDocument, hasDemoCounty, writeCountyFile } from '../../modules/properties/index.ts'
import { savedSearchSchedule } from '../../modules/saved-searches/index.ts'
import { pickWorkingTime } from './calendar.ts'
import type { HistoryGenerator, HistoryServices, HistoryStep } from './history-step.ts'

const administrator = 'admin@dooryard.test'

/**
 * The county publishes some days before it is imported. The last import is later than the last visit of a saved
 * search.
 */
const imports = [
  { daysAgo: 299, publishedDaysAgo: 304 },
  { daysAgo: 7, publishedDaysAgo: 13 },
]

/** The administrator imports the roll of a county, and months later a newer one, in which some of it has changed. */
export const planCountyImports: HistoryGenerator = (period, random) => {
  const toDay = (daysAgo: number) => new Date(period.endsAt.getTime() - daysAgo * dayMs).toISOString().slice(0, 10)
  return imports.flatMap(({ daysAgo, publishedDaysAgo }, index): HistoryStep[] => {
    const at = pickWorkingTime(period, random, daysAgo)
    const seed = random.number.int(2 ** 31)
    const before = imports[index - 1]
    const file = {
      publishedOn: toDay(publishedDaysAgo),
      ...(before && { since: toDay(before.publishedDaysAgo) }),
    }
    const run = (services: HistoryServices) => importFile(services, { random: new SimpleFaker({ seed }), ...file })
    const later = (ms: number) => new Date(at.getTime() + ms)
    return [
      ...(before ? [] : [{ at: later(-11 * minuteMs), name: 'source of the county', run: saveSource }]),
      { at, name: `import of the county, ${daysAgo} days ago`, run },
      // As every day, after the data have changed.
      { at: later(8 * hourMs), name: `counts after the import ${daysAgo} days ago`, run: recount },
      { at: later(8.1 * hourMs), name: `news after the import ${daysAgo} days ago`, run: notify },
    ]
  })
}

/** A store may have other data than the demo's: without its county there is nothing to import. */
async function saveSource(services: HistoryServices): Promise<void> {
  if (!(await hasDemoCounty(services))) return
  const { call } = await services.as(administrator)
  const { source } = demoCountyDocument
  await call(sources.save, { params: { source }, body: { document: demoCountyDocument } })
}

async function importFile(services: HistoryServices, file: Parameters<typeof writeCountyFile>[1]): Promise<void> {
  if (!(await hasDemoCounty(services))) return
  const { call } = await services.as(administrator)
  const body = new Blob([new Uint8Array(await writeCountyFile(services, file))])
  const fileName = `davidson-parcels-${file.publishedOn.slice(0, 7)}.csv.gz`
  await call(rolls.import, { query: { source: demoCountyDocument.source, fileName }, body })
}

const recount = (services: HistoryServices) => savedSearchSchedule(services)['queue-recounts'].run()
const notify = (services: HistoryServices) => savedSearchSchedule(services)['queue-search-changes'].run()
