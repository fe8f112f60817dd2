import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inspectFile } from '../../../../../platform/files/content/input-file.ts'
import { inspectTables } from '../../../../../platform/files/tables/inspect-tables.ts'
import type { SourceProposal } from '../proposal.ts'
import { proposeSource } from '../propose-source.ts'
import olderRolls from './older-rolls.json' with { type: 'json' }
import { type AnswerKey, countScores, type Score, scoreProposal } from './score-proposal.fixture.ts'

const data = join(import.meta.dirname, '../../../../../../../shared/data')
const isHere = existsSync(join(data, 'rolls'))
if (!isHere) console.warn('The published rolls are not at ../shared/data: the test that reads them is skipped.')

/** Each file as published, with its answer key and its county. */
const places: readonly (readonly [file: string, key: string | null, countyFips: string])[] = [
  ['rolls/albany-ny/parcels.geojson', 'key', '36001'],
  ['rolls/berkeley-ca/us-ca-berkeley-excerpt.zip', 'key', '06001'],
  ['rolls/bucks-pa/us-pa-bucks.geojson.zip', 'key', '42017'],
  ['rolls/franklin-ma/wharehouse.csv', 'key', '25011'],
  ['rolls/greene-ny/zip_12450_parcels.json', 'key', '36039'],
  ['rolls/lebanon-nh/nhdra.csv', 'key', '33009'],
  ['rolls/lebanon-nh/parcels.csv', 'key-parcels', '33009'],
  ['rolls/lebanon-nh/land.csv', 'key-land', '33009'],
  ['rolls/lebanon-nh/buildings.csv', 'key-buildings', '33009'],
  ['rolls/lebanon-nh/LebParcels.shp.zip', 'key-shp', '33009'],
  ['rolls/lycoming-pa/Parcels.csv', 'key', '42081'],
  ['rolls/maricopa-az/Parcels.csv', 'key', '04013'],
  ['rolls/new-castle-de/parcels.2026.smyrna.csv', 'key', '10003'],
  ['rolls/nj-gdb/nj-statewide.gdb.zip', null, '34001'],
  ['rolls/onondaga-ny/onondaga-tax-parcels.zip', 'key', '36067'],
  ['rolls/st-louis-mo/properties.csv', 'key', '29510'],
  ['rolls/yellow-medicine-mn/Tax_Parcels.csv', 'key', '27173'],
  ['rolls/yellow-medicine-mn/Tax_Parcels_2024.shp.zip', 'key-shp', '27173'],
  ['philadelphia_pa_opa.csv.gz', null, '42101'],
  ['nashville_tn.csv.gz', null, '47037'],
  ['easthampton_ma_massgis.csv.gz', null, '25015'],
  ['broward_fl_sales_sdf.csv.gz', null, '12011'],
]

const refusals: Record<string, RegExp> = {
  'rolls/nj-gdb/nj-statewide.gdb.zip': /^These are address points/,
  'rolls/onondaga-ny/onondaga-tax-parcels.zip': /^No column has parcel numbers/,
}

const readKey = (file: string, key: string | null): AnswerKey =>
  key === null
    ? ((olderRolls as Record<string, AnswerKey>)[file] ?? {})
    : JSON.parse(readFileSync(join(data, file, '..', `${key}.json`), 'utf8'))

const unread = { refusal: 'The file was not read.', fields: [] }

async function proposePlace(file: string, countyFips: string) {
  const { tables } = await inspectTables(await inspectFile(join(data, file)))
  const inputs = tables.map((sample, at) => ({ id: `table_${at}`, fileName: file, sample }))
  return proposeSource(inputs, { today: '2026-11-20', countyFips, name: 'Example County' })
}

/** Two files at once: one is read by a program of its own while the other's columns are compared. */
async function proposePlaces() {
  const proposals = new Map<string, SourceProposal>()
  const left = places.values()
  const work = async () => {
    for (const [file, , countyFips] of left) proposals.set(file, await proposePlace(file, countyFips))
  }
  await Promise.all([work(), work()])
  return proposals
}

test.skipIf(!isHere)(
  'of files as agencies publish them, 95 of 100 fields are right and each wrong one is doubted',
  async () => {
    const scores: Score[] = []
    const proposals = await proposePlaces()
    for (const [file, key] of places) {
      const { refusal, fields } = proposals.get(file) ?? unread
      if (refusals[file]) expect(refusal).toMatch(refusals[file])
      else expect(refusal, file).toBeNull()
      const score = scoreProposal(fields, readKey(file, key))
      scores.push(score)
      // Names of fields only: the files hold the data of real people.
      process.stdout.write(`${file}: right ${score.right.length}, wrong ${score.wrong}, missed ${score.missed}\n`)
    }
    const counts = countScores(scores)
    expect(counts.rightShare).toBeGreaterThanOrEqual(0.95)
    expect(counts.wrongShare).toBeLessThanOrEqual(0.02)
    expect(counts.wrongWithoutDoubt).toBe(0)
  },
  120_000,
)
