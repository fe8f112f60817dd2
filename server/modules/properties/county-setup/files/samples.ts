import { text } from 'node:stream/consumers'
import type { Files } from '../../../../platform/files/disk-files.ts'
import type { TableSample } from '../../../../platform/files/tables/table.ts'

type TableRef = { setupId: string; fileId: string; id: string }

/** The folder of all files of setups. */
export const setupsFolder = 'county-setups'

/** Samples are files, as thousands of rows are too large for a row of the database. */
export const getSampleKey = ({ setupId, fileId, id }: TableRef) => `${setupsFolder}/${setupId}/${fileId}-${id}.json`

export const writeSample = (files: Files, table: TableRef, sample: TableSample) =>
  files.write(getSampleKey(table), [JSON.stringify(sample)])

/** Undefined where the table was removed meanwhile. */
export async function readSample(files: Files, table: TableRef): Promise<TableSample | undefined> {
  const key = getSampleKey(table)
  if (!(await files.exists(key))) return undefined
  // Written by `writeSample` alone.
  return JSON.parse(await text(files.read(key))) as TableSample
}

export const removeSample = (files: Files, table: TableRef) => files.remove(getSampleKey(table))
